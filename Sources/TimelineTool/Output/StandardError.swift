internal import TimelineSystem

/// The stream of progress, warnings and errors.
enum StandardError {
    static let isTerminal = StandardStream.errors.isTerminal

    /// Whether to use color, by the same rule as for standard output.
    static let hasColor = StandardStream.errors.hasColor

    /// The width of the terminal, or 80.
    static let columns = StandardStream.errors.columns

    /// Whether a person can answer questions: both standard input and standard error are terminals.
    static var canAsk: Bool { StandardStream.input.isTerminal && isTerminal }

    /// Writes a line. On a terminal, unprintable characters are escaped, except in our own styles, and long lines are
    /// wrapped.
    static func write(_ line: String) {
        writeRaw((isTerminal ? Layout.wrapped(Style.onTerminal(line), to: columns) : line) + "\n")
    }

    /// Writes a question; the answer is typed on the same line.
    static func ask(_ question: String) {
        writeRaw((isTerminal ? Layout.wrapped(Style.onTerminal(question), to: columns - 1) : question) + " ")
    }

    /// Writes text of the tool itself, unescaped and unwrapped.
    static func writeRaw(_ text: String) { StandardStream.errors.write(text) }
}
