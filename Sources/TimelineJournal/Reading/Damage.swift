package struct Damage: Equatable, Sendable, CustomStringConvertible {
    /// The path of the file as the caller gave it, or another name, such as `standard input`.
    package let file: String
    package let line: Int
    /// The byte offset in the file, after unpacking, starting at 0.
    package let byte: Int
    package let reason: String

    package init(file: String, line: Int, byte: Int, reason: String) {
        self.file = file
        self.line = line
        self.byte = byte
        self.reason = reason
    }

    package var description: String { "\(file), line \(line), byte \(byte): \(reason)" }
}
