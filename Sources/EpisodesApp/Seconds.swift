/// A length of time as people type it: `2`, `0.5`.
struct Seconds {
    /// No one means to wait longer than a day.
    static let most = 86_400

    let duration: Duration

    /// Nil unless `text` is a number from 0 to `most`.
    init?(_ text: String) {
        guard let value = Double(text), value >= 0, value <= Double(Self.most) else { return nil }
        duration = .seconds(value)
    }
}
