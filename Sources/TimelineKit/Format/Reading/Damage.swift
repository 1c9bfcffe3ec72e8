package struct Damage: Equatable, Sendable, CustomStringConvertible {
    package enum Kind: Sendable {
        /// A line, or the beginning or end of a file, is not what the format says.
        case line
        /// The last line has no LF: it was being written when the run ended. Or a segment was not begun.
        case torn
        /// The end of a packed file is missing.
        case cut
        /// The first segments are missing.
        case missing
    }

    package let kind: Kind
    /// The path of the file as the caller gave it, or another name, such as `standard input`.
    package let file: String
    package let line: Int
    /// The byte offset in the file, after unpacking, starting at 0.
    package let byte: Int
    package let reason: String

    package init(file: String, line: Int, byte: Int, reason: String, kind: Kind = .line) {
        (self.file, self.line, self.byte, self.reason, self.kind) = (file, line, byte, reason, kind)
    }

    /// The end of a file is missing, and what comes before it is sound.
    package var isOfEnd: Bool { kind == .torn || kind == .cut }

    package func renamed(_ name: (_ file: String) -> String) -> Damage {
        Damage(file: name(file), line: line, byte: byte, reason: reason, kind: kind)
    }

    package var description: String { "\(file), line \(line), byte \(byte): \(reason)" }
}
