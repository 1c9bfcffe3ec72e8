internal import TimelineJSON
internal import TimelineJournal
public import TimelineSystem

/// Why a state was not saved. What was saved before is as it was.
public enum SavingError: Error, Equatable, Sendable, CustomStringConvertible {
    /// The file could not be written.
    case file(FileError)
    /// The state could not be encoded: at which place, and why.
    case state(reason: String)
    /// The state holds a value that a recording hides, and `RealValues` are refused: at which place.
    case redacted(reason: String)

    public var description: String {
        switch self {
        case .file(let error): "the state was not saved: \(error)"
        case .state(let reason): "the state cannot be encoded: \(reason)"
        case .redacted(let reason):
            "the state was not saved: \(reason). StateRestorer saves such values with realValues: .allowed"
        }
    }
}
