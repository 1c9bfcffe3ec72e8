internal import TimelineJournal
package import TimelineSystem

/// Why a journal was not redacted, or not checked. It never quotes what stands in a line.
package enum RedactingError: Error, Equatable, CustomStringConvertible {
    /// It cannot be read, or the copy cannot be written.
    case file(FileError)
    /// A line is not what the format says, so what is in it cannot be hidden.
    case damaged(file: String, line: Int, byte: Int)
    /// It is of a version of the format that this code does not know.
    case futureVersion(file: String, version: Int)
    /// A path takes too much work in a value.
    case unsearchable(file: String, line: Int, reason: String)

    package var description: String {
        switch self {
        case .file(let error): error.description
        case .damaged(let file, let line, let byte):
            """
            damage in \(file), line \(line), byte \(byte): what is there can be neither hidden nor judged.
            With --recover salvage a copy is made without it, up to the next state on file.
            """
        case .futureVersion(let file, let version):
            "\(file), line 1: this timeline is of format version \(version), and this timeline reads version "
                + "\(Header.formatVersion)"
        case .unsearchable(let file, let line, let reason): "\(file), line \(line): \(reason)"
        }
    }
}
