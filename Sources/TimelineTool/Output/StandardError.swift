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

    /// Writes a line.
    static func write(_ line: String) { writePart(line + "\n") }

    static func writePart(_ text: String) {
        var text = text
        text.withUTF8 { _ = systemWrite(2, $0.baseAddress, $0.count) }
    }
}
