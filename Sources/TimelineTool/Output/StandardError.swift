internal import TimelineSystem

/// Where progress, warnings and errors go.
enum StandardError {
    static let isTerminal = StandardStream.errors.isTerminal

    /// Whether to use colour, by the same rule as standard output.
    static let hasColour = StandardStream.errors.hasColor

    /// How many columns a line may have: those of the terminal, 80 elsewhere.
    static let columns = StandardStream.errors.columns

    /// Whether someone can answer a question: it goes to standard error, and the answer comes from standard input.
    static var canAsk: Bool { StandardStream.input.isTerminal && isTerminal }

    /// Writes a line. On a terminal, what is unprintable and no style of ours is written out, and a line that is longer than
    /// its lines is broken between words.
    static func write(_ line: String) {
        writePart((isTerminal ? Layout.wrapped(Style.onTerminal(line), to: columns) : line) + "\n")
    }

    /// Writes a question, whose answer is typed behind it.
    static func ask(_ question: String) {
        writePart((isTerminal ? Layout.wrapped(Style.onTerminal(question), to: columns - 1) : question) + " ")
    }

    /// Writes text of our own, as it is.
    static func writePart(_ text: String) { StandardStream.errors.write(text) }
}
