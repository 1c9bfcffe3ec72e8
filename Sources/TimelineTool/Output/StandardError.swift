#if canImport(Glibc)
    internal import Glibc
#elseif canImport(Musl)
    internal import Musl
#elseif canImport(Darwin)
    internal import Darwin
#endif

/// Where progress, warnings and errors go.
enum StandardError {
    static let isTerminal = isatty(2) == 1

    /// Whether to use colour, by the same rule as standard output.
    static let hasColour = isTerminal && (getenv("NO_COLOR").map { $0.pointee == 0 } ?? true)

    /// How many columns a line may have: those of the terminal, 80 elsewhere.
    static let columns = Terminal.columns(of: 2)

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
    static func writePart(_ text: String) {
        var text = text
        text.withUTF8 { _ = systemWrite(2, $0.baseAddress, $0.count) }
    }
}
