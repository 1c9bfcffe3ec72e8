internal import TimelineKit
internal import TimelineReplay

enum Layout {
    static func cut(_ text: String, to width: Int) -> String {
        if self.width(of: text) <= width { return text }
        let count = max(0, width - 1)
        return (isASCII(text) ? String(text.utf8.prefix(count)) ?? "" : String(text.prefix(count))) + "…"
    }

    static func cutAtStart(_ text: String, to width: Int) -> String {
        self.width(of: text) <= width ? text : "…" + text.suffix(max(0, width - 1))
    }

    /// Keeps more of the end: the last word of a name matters most.
    static func cutInMiddle(_ text: String, to width: Int) -> String {
        if self.width(of: text) <= width { return text }
        let start = max(0, width - 1) / 3
        return text.prefix(start) + "…" + text.suffix(max(0, width - 1 - start))
    }

    static func width(of text: String) -> Int { isASCII(text) ? text.utf8.count : text.count }

    private static func isASCII(_ text: String) -> Bool {
        text.withContiguousUTF8 { $0.allSatisfy { $0 < 0x80 && $0 != UInt8(ascii: "\r") } }
    }

    /// The compact text of a value: all of it if it has at most `width` characters, and otherwise more than that.
    static func beginning(of value: JSON, _ width: Int) -> String {
        guard width < 1 << 16 else { return value.description }
        var limit = width
        while true {
            let text = value.beginning(atLeast: limit)
            if text.utf8.count <= limit || self.width(of: text) > width { return text }
            limit *= 2
        }
    }

    /// Text from a file must not control the terminal, nor hide or reorder what is shown.
    static func visible(_ text: String, exceptLines: Bool = false) -> String {
        VisibleText.of(text, exceptLines: exceptLines)
    }

    /// `$.comments.unread = 3`, a line for each value.
    static func values(at path: StatePath, in state: JSON) throws -> [String] {
        let nodes = try path.nodes(in: state)
        if nodes.isEmpty { return ["\(visible("\(path)")) has no value here."] }
        return nodes.map { "\(visible($0.path.pathDescription)) = \(visibleJSON($0.value.prettyText))" }
    }

    static func visibleJSON(_ text: String) -> String { VisibleText.json(text) }

    /// A word as any POSIX shell reads it. What must not reach a terminal is written by `printf`: `$'…'` is not known to every shell.
    static func argument(_ text: String) -> String {
        let isPlain =
            !text.isEmpty && text.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || "-+./:=@%_,".contains($0)) }
        if isPlain { return text }
        // No argument can hold a NUL.
        let scalars = text.unicodeScalars.filter { $0 != "\0" }
        guard scalars.contains(where: VisibleText.isUnprintable) else {
            return "'" + String(scalars).replacing("'", with: #"'\''"#) + "'"
        }
        var format = ""
        for (index, scalar) in scalars.enumerated() {
            let isSpecial = "'\"\\%!`$".unicodeScalars.contains(scalar) || index == 0 && scalar == "-"
            if isSpecial || VisibleText.isUnprintable(scalar) {
                format += String(scalar).utf8.map { "\\" + String(String(512 + Int($0), radix: 8).dropFirst()) }
                    .joined()
            } else {
                format.unicodeScalars.append(scalar)
            }
        }
        // Line feeds at the end, which the shell would drop.
        let ends = scalars.reversed().prefix { $0 == "\n" }.count
        return "\"$(printf '\(format.dropLast(4 * ends))')" + String(repeating: "\n", count: ends) + "\""
    }

    static func padded(_ text: String, to width: Int) -> String { text + spaces(width - self.width(of: text)) }

    static func right(_ text: String, to width: Int) -> String { spaces(width - self.width(of: text)) + text }

    static func spaces(_ count: Int) -> String {
        if count <= 0 { return "" }
        // A part of a long string costs a fraction of `String(repeating:count:)`.
        return count > blank.utf8.count ? String(repeating: " ", count: count) : String(blank.utf8.prefix(count)) ?? ""
    }

    private static let blank = String(repeating: " ", count: 64)

    static func seconds(_ seconds: Double) -> String {
        let thousandths = Int((seconds * 1000).rounded())
        return "\(thousandths / 1000).\("\(1000 + thousandths % 1000)".dropFirst())"
    }

    static func count(_ number: Int, _ noun: String) -> String { "\(grouped(number)) \(noun)\(number == 1 ? "" : "s")" }

    /// `one, two and three`
    static func list(_ names: [String], _ word: String) -> String {
        names.count < 2 ? names.joined() : "\(names.dropLast().joined(separator: ", ")) \(word) \(names.last!)"
    }

    static func linesOfUnknownKinds(_ number: Int) -> String {
        count(number, "line") + (number == 1 ? " of an unknown kind" : " of unknown kinds")
    }

    static func steps(_ steps: ClosedRange<Int>) -> String { (steps.count == 1 ? "step " : "steps ") + span(steps) }

    static func span(_ steps: ClosedRange<Int>) -> String {
        steps.count == 1 ? "\(steps.lowerBound)" : "\(steps.lowerBound) to \(steps.upperBound)"
    }

    static func grouped(_ number: Int) -> String {
        number.magnitude < 1000
            ? "\(number)" : grouped(number / 1000) + "," + String("\(1000 + number.magnitude % 1000)".dropFirst())
    }
}
