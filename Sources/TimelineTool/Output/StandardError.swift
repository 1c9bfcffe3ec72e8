enum StandardError {
    static let isTerminal = StandardStream.errors.isTerminal

    static let hasColor = StandardStream.errors.hasColor

    static let columns = StandardStream.errors.columns

    static var canAsk: Bool { StandardStream.input.isTerminal && isTerminal }

    static func write(_ line: String) {
        writeRaw((isTerminal ? Layout.wrapped(Style.onTerminal(line), to: columns) : line) + "\n")
    }

    static func ask(_ question: String) {
        writeRaw((isTerminal ? Layout.wrapped(Style.onTerminal(question), to: columns - 1) : question) + " ")
    }

    /// Writes text of the tool itself, unescaped and unwrapped.
    static func writeRaw(_ text: String) { StandardStream.errors.write(text) }
}
