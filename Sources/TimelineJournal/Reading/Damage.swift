/// A place where a journal is not what the format says.
package struct Damage: Equatable, Sendable, CustomStringConvertible {
    /// The file, as it was named.
    package let file: String
    /// The line, from 1.
    package let line: Int
    /// The number of bytes of the file before it.
    package let byte: Int
    /// What was found and what was expected.
    package let reason: String

    package init(file: String, line: Int, byte: Int, reason: String) {
        self.file = file
        self.line = line
        self.byte = byte
        self.reason = reason
    }

    package var description: String { "\(file), line \(line), byte \(byte): \(reason)" }
}
