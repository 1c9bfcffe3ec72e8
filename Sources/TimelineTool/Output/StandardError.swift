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

    /// Writes a line.
    static func write(_ line: String) { writePart(line + "\n") }

    static func writePart(_ text: String) {
        var text = text
        text.withUTF8 { _ = systemWrite(2, $0.baseAddress, $0.count) }
    }
}
