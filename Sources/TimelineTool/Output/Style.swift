internal import TimelineKit

enum Style: String, CaseIterable {
    case bold = "1"
    case faint = "2"
    case bad = "31"
    case good = "32"
    case changed = "33"

    func callAsFunction(_ text: String) -> String { StandardOutput.hasColor ? applied(to: text) : text }

    func applied(to text: String) -> String { "\(start)\(text)\(Self.end)" }

    private var start: String { "\u{1B}[\(rawValue)m" }
    private static let end = "\u{1B}[0m"

    /// A safety net that escapes all but these styles: callers escape text from files themselves.
    static func onTerminal(_ text: String) -> String {
        guard text.contains("\u{1B}") else { return VisibleText.json(text) }
        let known = allCases.map(\.start) + [end]
        var shown = ""
        var rest = text[...]
        while let escape = rest.firstIndex(of: "\u{1B}") {
            shown += VisibleText.json(String(rest[..<escape]))
            rest = rest[escape...]
            let length = known.first { rest.hasPrefix($0) }?.count
            let head = rest.prefix(length ?? 1)
            shown += length == nil ? VisibleText.json(String(head)) : String(head)
            rest = rest.dropFirst(head.count)
        }
        return shown + VisibleText.json(String(rest))
    }
}
