extension Layout {
    /// `text` with its lines broken at spaces, so that none is longer than `width` characters unless one word is.
    ///
    /// What follows a break stands under the text of the line: where the line begins with a short label, under what comes
    /// after that. A command to be copied is broken by a backslash, outside its quotes. JSON is left as it is. Escape
    /// sequences take no room.
    static func wrapped(_ text: String, to width: Int) -> String {
        guard text.utf8.count > width else { return text }
        return text.split(separator: "\n", omittingEmptySubsequences: false).map { wrapped(line: $0, to: width) }
            .joined(separator: "\n")
    }

    private static func wrapped(line: Substring, to width: Int) -> String {
        let content = line.drop { $0 == " " }
        guard visibleCount(line) > width, !content.isEmpty, !isJSON(content) else { return String(line) }
        // A usage, which is not to be copied, stands further right.
        let isCommand = content.hasPrefix("timeline ") && line.count - content.count <= 4
        var words = words(of: line, isCommand: isCommand)
        // An indent that leaves little room is for wider terminals.
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
                // A word that is too long for the place under the text begins further left.
                let indent = hang + count <= width ? hang : min(hang, max(0, min(4, width - count)))
                broken += end + "\n" + String(repeating: " ", count: indent) + word.text
                column = indent + count
            }
        }
        return broken
    }

    /// A usage begins with a bracket, too.
    private static func isJSON(_ content: Substring) -> Bool {
        content.hasPrefix("{") || content.hasPrefix("\"") || content.hasPrefix("[") && !content.hasPrefix("[-")
    }

    private struct Word {
        /// How many spaces stand before it.
        var spaces: Int
        var text: String
    }

    /// The words of a line that are parted by spaces; in a command, not by those in quotes.
    private static func words(of line: Substring, isCommand: Bool) -> [Word] {
        var words: [Word] = []
        var spaces = 0
        var text = ""
        var quote: Character?
        for character in line {
            if character == " ", quote == nil {
                if !text.isEmpty {
                    words.append(Word(spaces: spaces, text: text))
                    (spaces, text) = (0, "")
                }
                spaces += 1
                continue
            }
            text.append(character)
            if isCommand, character == "'" || character == "\"", quote == nil || quote == character {
                quote = quote == nil ? character : nil
            }
        }
        if !text.isEmpty { words.append(Word(spaces: spaces, text: text)) }
        return words
    }

    /// The column in which a line goes on: that of the first word after a label, which two spaces follow or more; else two
    /// more than that of the line itself.
    private static func hang(of words: [Word], _ limit: Int) -> Int {
        var column = 0
        for (index, word) in words.enumerated() {
            if index > 0, word.spaces > 1, column + word.spaces <= limit { return column + word.spaces }
            column += word.spaces + visibleCount(word.text[...])
        }
        return words[0].spaces + 2
    }

    /// How many characters are seen: all but the sequences that colour them.
    private static func visibleCount(_ text: Substring) -> Int {
        guard text.utf8.contains(0x1B) else { return text.count }
        var count = 0
        var isSequence = false
        for character in text {
            if isSequence {
                isSequence = character != "m"
            } else if character == "\u{1B}" {
                isSequence = true
            } else {
                count += 1
            }
        }
        return count
    }
}
