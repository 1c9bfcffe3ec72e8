package import TimelineKit

/// Why a journal was not redacted, or not checked. The description never quotes a line.
package enum RedactingError: Error, Equatable, CustomStringConvertible {
    case file(FileError)
    case damaged(file: String, line: Int, byte: Int)
    case futureVersion(file: String, version: Int)
    case unsearchable(file: String, line: Int, reason: String)

    package var description: String {
        switch self {
        case .file(let error): error.description
        case .damaged(let file, let line, let byte):
            """
            damage in \(file), line \(line), byte \(byte): the values there can be neither hidden nor checked.
            With --recover salvage a copy is made without it, up to the next state on file.
            """
        case .futureVersion(let file, let version):
            "\(file), line 1: this timeline is of format version \(version), and this timeline reads version "
                + "\(Header.formatVersion)"
        case .unsearchable(let file, let line, let reason): "\(file), line \(line): \(reason)"
        }
    }
}

extension JournalReader {
    /// A torn last line is dropped. Damage and other versions of the format are refused, since each line must be understood.
    mutating func nextToRedact(file: String) throws(RedactingError) -> LocatedLine? {
        let line: LocatedLine?
        do throws(JournalError) { line = try next() } catch {
            switch error {
            case .unreadable(let error), .unreadableWithin(let error): throw .file(error)
            case .damaged(let damage, _): throw .damaged(file: file, line: damage.line, byte: damage.byte)
            default: preconditionFailure("a cursor over one file throws no other error: \(error)")
            }
        }
        if case .header(let header)? = line?.content, header.format != Header.formatVersion {
            throw .futureVersion(file: file, version: header.format)
        }
        return line
    }
}
