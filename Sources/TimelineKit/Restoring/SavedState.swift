/// The name of a file that holds a state: `000017.state`, `000017.launched.state`.
struct SavedState: Equatable, Sendable {
    /// What has become of it.
    enum Fate: String {
        case saved = ""
        /// The app launched with it.
        case launched
        /// The app did not launch with it.
        case launchesFailed
        /// It cannot be decoded.
        case unreadable
    }

    /// Which save it was, from 1.
    let number: Int
    let fate: Fate

    init(number: Int, fate: Fate) {
        self.number = number
        self.fate = fate
    }

    /// Nil where `name` is not of this form.
    init?(name: String) {
        let parts = name.split(separator: ".", omittingEmptySubsequences: false)
        guard parts.count == 2 || parts.count == 3, parts.last == "state", parts[0].utf8.count >= 6,
            let number = Int(parts[0]), number > 0,
            let fate = Fate(rawValue: parts.count == 3 ? String(parts[1]) : "")
        else { return nil }
        self.init(number: number, fate: fate)
        guard name == self.name else { return nil }
    }

    var name: String {
        let digits = String(number)
        let padding = String(repeating: "0", count: max(0, 6 - digits.count))
        return padding + digits + (fate == .saved ? "" : ".\(fate.rawValue)") + ".state"
    }

    /// Whether the app may begin with it.
    var isUsable: Bool { fate == .saved || fate == .launched }
}
