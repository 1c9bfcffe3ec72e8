internal import TimelineJSON

/// Colour that carries meaning; plain where there is none.
enum Style: String, CaseIterable {
    case bold = "1"
    case faint = "2"
    case bad = "31"
    case good = "32"
    case changed = "33"

    func callAsFunction(_ text: String) -> String {
        StandardOutput.hasColour ? "\(start)\(text)\(Self.end)" : text
    }

    private var start: String { "\u{1B}[\(rawValue)m" }
    private static let end = "\u{1B}[0m"

    /// Text for a terminal: as it is, but for what is unprintable and no style of ours, which is written out as JSON has it.
    ///
    /// Whoever prints what a file holds makes it visible before; this makes sure that nothing was forgotten.
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
