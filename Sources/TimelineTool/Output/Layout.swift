internal import TimelineJSON

/// Formats text and numbers.
enum Layout {
    /// `text` in at most `width` characters, with an ellipsis where it is cut.
    static func cut(_ text: String, to width: Int) -> String {
        text.count <= width ? text : text.prefix(max(0, width - 1)) + "…"
    }

    /// Escapes control and bidirectional characters: text from a file must not control the terminal, nor hide or reorder what
    /// is shown.
    static func visible(_ text: String, exceptLines: Bool = false) -> String {
        VisibleText.of(text, exceptLines: exceptLines)
    }

    /// The same for JSON of several lines, with JSON's own escapes.
    static func visibleJSON(_ text: String) -> String { VisibleText.json(text) }

    static func padded(_ text: String, to width: Int) -> String {
        text + String(repeating: " ", count: max(0, width - text.count))
    }

    static func right(_ text: String, to width: Int) -> String {
        String(repeating: " ", count: max(0, width - text.count)) + text
    }

    /// Seconds with three decimals: `9.000`.
    static func seconds(_ seconds: Double) -> String {
        let thousandths = Int((seconds * 1000).rounded())
        return "\(thousandths / 1000).\("\(1000 + thousandths % 1000)".dropFirst())"
    }

    /// `1 step`, `2 steps`.
    static func count(_ number: Int, _ noun: String) -> String {
        "\(grouped(number)) \(noun)\(number == 1 ? "" : "s")"
    }

    /// `1 line of an unknown kind`, `2 lines of unknown kinds`.
    static func linesOfUnknownKinds(_ number: Int) -> String {
        count(number, "line") + (number == 1 ? " of an unknown kind" : " of unknown kinds")
    }

    /// `step 7`, `steps 2 to 5`.
    static func steps(_ steps: ClosedRange<Int>) -> String {
        steps.count == 1 ? "step \(steps.lowerBound)" : "steps \(steps.lowerBound) to \(steps.upperBound)"
    }

    /// `1,234,567`.
    static func grouped(_ number: Int) -> String {
        number.magnitude < 1000
            ? "\(number)" : grouped(number / 1000) + "," + String("\(1000 + number.magnitude % 1000)".dropFirst())
    }
}
