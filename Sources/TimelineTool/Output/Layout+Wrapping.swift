extension Layout {
    /// Breaks a command with a backslash outside its quotes, to be pasted, and JSON not at all. Escape sequences have no width.
    static func wrapped(_ text: String, to width: Int) -> String {
        guard text.utf8.count > width else { return text }
        return text.split(separator: "\n", omittingEmptySubsequences: false).map { wrapped(line: $0, to: width) }
            .joined(separator: "\n")
    }

    private static func wrapped(line: Substring, to width: Int) -> String {
        let content = line.drop { $0 == " " }
        guard visibleCount(line) > width, !content.isEmpty, !isJSON(content) else { return String(line) }
        // A line of a usage is indented by more, and is no command to paste.
        let isCommand = content.hasPrefix("\(Invocation.name) ") && line.count - content.count <= 4
        var words = words(of: line, isCommand: isCommand)
        if words[0].spaces > width / 3 { words[0].spaces = 4 }
        let hang = hang(of: words, width / 3)
        let end = isCommand ? " \\" : ""
        var broken = ""
        var column = 0
        for (index, word) in words.enumerated() {
            let count = visibleCount(word.text[...])
            let reserved = index + 1 < words.count ? end.count : 0
            if index == 0 || column + word.spaces + count + reserved <= width {
                broken += String(repeating: " ", count: word.spaces) + word.text
                column += word.spaces + count
            } else {
                // A word that does not fit after that indent begins further left.
                let indent = hang + count <= width ? hang : min(hang, max(0, min(4, width - count)))
                broken += end + "\n" + String(repeating: " ", count: indent) + word.text
                column = indent + count
            }
        }
        return broken
    }

    /// A line of a usage may begin with a bracket, too, but an option follows.
    private static func isJSON(_ content: Substring) -> Bool {
        content.hasPrefix("{") || content.hasPrefix("\"") || content.hasPrefix("[") && !content.hasPrefix("[-")
    }

    private typealias Word = (spaces: Int, text: String)

    private static func words(of line: Substring, isCommand: Bool) -> [Word] {
        let words = isCommand ? /( *)((?:'[^']*'|"[^"]*"|[^ ])+)/ : /( *)([^ ]+)/
        return line.matches(of: words).map { ($0.1.count, String($0.2)) }
    }

    /// The column of the first word after a label, which two or more spaces follow; else two more than the indent of the line.
    private static func hang(of words: [Word], _ limit: Int) -> Int {
        var column = 0
        for (index, word) in words.enumerated() {
            if index > 0, word.spaces > 1, column + word.spaces <= limit { return column + word.spaces }
            column += word.spaces + visibleCount(word.text[...])
        }
        return words[0].spaces + 2
    }

    private static func visibleCount(_ text: Substring) -> Int {
        text.utf8.contains(0x1B) ? text.replacing(/\u{1B}[^m]*m?/, with: "").count : text.count
    }
}
