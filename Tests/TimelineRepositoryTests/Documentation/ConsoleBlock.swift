import Testing

/// The commands in fenced blocks that show a terminal, each with the output that the page shows.
struct ConsoleBlock {
    struct Command: CustomTestStringConvertible, Sendable {
        let text: String
        /// Empty where the page shows none.
        let output: String

        var testDescription: String { text }
    }

    /// All commands of a page in Markdown, in order.
    static func commands(in page: String) -> [Command] {
        var found: [Command] = []
        var isInside = false
        var command: String?
        var output: [Substring] = []
        func finish() {
            if let command {
                while output.last?.isEmpty == true { output.removeLast() }
                found.append(Command(text: command, output: output.map { $0 + "\n" }.joined()))
            }
            command = nil
            output = []
        }
        for line in page.split(separator: "\n", omittingEmptySubsequences: false) {
            if line.hasPrefix("```") {
                finish()
                isInside = line == "```console"
            } else if isInside, line.hasPrefix("$ ") {
                finish()
                command = String(line.dropFirst(2))
            } else if isInside {
                output.append(line)
            }
        }
        return found
    }
}
