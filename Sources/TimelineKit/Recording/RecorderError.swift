internal import TimelineJSON
public import TimelineJournal

/// Why a recording could not begin.
public enum RecorderError: Error, Equatable, Sendable, CustomStringConvertible {
    /// The file could not be made; one that exists already is never written to. Or the place of its status page is taken.
    case file(FileError)
    /// The folder cannot be trusted with recordings, and why.
    case folder(path: String, reason: String)
    /// The first state could not be encoded: at which place, and why.
    case initialState(reason: String)
    /// The program's name cannot be part of a file's name.
    case program(name: String)
    /// What was to be hidden cannot be: a path is none, or the key is short.
    case redaction(reason: String)

    public var description: String {
        switch self {
        case .file(let error): "\(error)"
        case .folder(let path, let reason): "nothing is recorded into \(path): \(reason)"
        case .initialState(let reason): "the first state cannot be encoded: \(reason)"
        case .program(let name):
            "nothing is recorded of the program \"\(name)\": its name should be \(ProgramName.rule)"
        case .redaction(let reason): "the redaction cannot be used: \(reason)"
        }
    }
}
