#if canImport(Glibc)
    internal import Glibc
#elseif canImport(Musl)
    internal import Musl
#elseif canImport(Darwin)
    internal import Darwin
#endif

/// Standard input, output or error: a terminal, a pipe or a file.
package struct StandardStream: Sendable {
    package static let input = StandardStream(descriptor: 0, name: "standard input")
    package static let output = StandardStream(descriptor: 1, name: "standard output")
    package static let errors = StandardStream(descriptor: 2, name: "standard error")

    private let descriptor: Int32
    /// The name in error messages.
    private let name: String

    package var isTerminal: Bool { isatty(descriptor) == 1 }

    /// Whether to use color: on a terminal, unless `NO_COLOR` is set to anything (no-color.org).
    package var hasColor: Bool { isTerminal && Environment["NO_COLOR"]?.isEmpty ?? true }

    /// The width of the terminal in columns, at least 20; 80 if it is unknown, or if this is not a terminal.
    package var columns: Int {
        var size = winsize()
        guard isTerminal, ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else { return 80 }
        return max(20, Int(size.ws_col))
    }

    /// Waits for input, and reads up to `limit` bytes; none at the end.
    package func read(atMost limit: Int) throws(FileError) -> [UInt8] {
        try FileDescriptor.read(descriptor, count: limit, named: name)
    }

    /// Writes all bytes, without a buffer.
    package func write(_ bytes: [UInt8]) throws(FileError) {
        let code = bytes.withUnsafeBytes { FileDescriptor.write($0, to: descriptor) }
        if code != 0 { throw FileError(name, "write", code) }
    }

    /// Writes text without a buffer, so that it survives a crash. Ignores errors.
    package func write(_ text: String) { try? write(Array(text.utf8)) }
}
