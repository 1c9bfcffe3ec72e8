internal import TimelineJSON

/// Text cut and padded to columns.
enum Layout {
    /// `text` in at most `width` characters, with a sign where something is left out.
    static func cut(_ text: String, to width: Int) -> String {
        text.count <= width ? text : text.prefix(max(0, width - 1)) + "…"
    }

    /// `text` with its control characters written out: what comes out of a file must not command the terminal, and must
    /// read as it is, neither turned round nor with a part that cannot be seen.
    static func visible(_ text: String, exceptLines: Bool = false) -> String {
        VisibleText.of(text, exceptLines: exceptLines)
    }

    /// JSON over several lines with its control characters written out, as JSON has it: it means the same.
    static func visibleJSON(_ text: String) -> String { VisibleText.json(text) }

    static func padded(_ text: String, to width: Int) -> String {
        text + String(repeating: " ", count: max(0, width - text.count))
    }

    static func right(_ text: String, to width: Int) -> String {
        String(repeating: " ", count: max(0, width - text.count)) + text
    }

    /// Seconds with three decimals: `9.000 s`.
    static func seconds(_ seconds: Double) -> String {
        let thousandths = Int((seconds * 1000).rounded())
        let fraction = String(thousandths % 1000)
        return "\(thousandths / 1000).\(String(repeating: "0", count: 3 - fraction.count))\(fraction)"
    }

    /// A number with its noun: `1 step`, `2 steps`.
    static func count(_ number: Int, _ noun: String) -> String {
        "\(grouped(number)) \(noun)\(number == 1 ? "" : "s")"
    }

    /// `step 7`, or `steps 2 to 5`.
    static func steps(_ steps: ClosedRange<Int>) -> String {
        steps.count == 1 ? "step \(steps.lowerBound)" : "steps \(steps.lowerBound) to \(steps.upperBound)"
    }

    /// `1,234,567`.
    static func grouped(_ number: Int) -> String {
        var digits = String(abs(number))
        var groups: [String] = []
        while digits.count > 3 {
            groups.insert(String(digits.suffix(3)), at: 0)
            digits.removeLast(3)
        }
        return (number < 0 ? "-" : "") + ([digits] + groups).joined(separator: ",")
    }
}
