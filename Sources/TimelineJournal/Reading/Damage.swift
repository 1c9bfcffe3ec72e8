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

    /// The reason for a last line without its LF.
    package static let tornLine = "the line is torn: it has no end"

    package init(file: String, line: Int, byte: Int, reason: String) {
        self.file = file
        self.line = line
        self.byte = byte
        self.reason = reason
    }

    package var description: String { "\(file), line \(line), byte \(byte): \(reason)" }
}
