/// `cache` is not encoded, and decides what `show` does.
public struct LossyState: CaseState {
    public enum Action: Codable, Sendable { case add(Int), show }
    enum CodingKeys: CodingKey { case n, shown, date }

    public static let program = "lossy"
    var n = 0
    var cache = 0
    var shown = 0
    var date = "2001-01-01T00:00:00Z"

    public init() {}

    public mutating func reduce(_ action: Action) {
        switch action {
        case .add(let amount):
            n += amount
            cache += amount
        case .show: shown = cache
        }
    }
}
