internal import TimelineJSON
public import TimelineJournal

/// Why a state was not saved. What was saved before is as it was.
public enum SavingError: Error, Equatable, Sendable, CustomStringConvertible {
    /// The file could not be written.
    case file(FileError)
    /// The state could not be encoded: at which place, and why.
    case state(reason: String)

    public var description: String {
        switch self {
        case .file(let error): "the state was not saved: \(error)"
        case .state(let reason): "the state cannot be encoded: \(reason)"
        }
    }
}
