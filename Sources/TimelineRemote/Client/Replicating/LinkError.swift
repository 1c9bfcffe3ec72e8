public import TimelineKit

/// Why a replica could not join those of another app.
public enum LinkError: Error, Equatable, Sendable, CustomStringConvertible {
    /// The text names no app.
    case address(String)
    /// The app cannot be reached, or refuses: why.
    case app(reason: String)
    /// It could not begin in its own folder.
    case replica(ReplicaError)

    public var description: String {
        switch self {
        case .address(let text):
            "\"\(text)\" names no app: it should be like http://127.0.0.1:4000, or unix: and a path from /"
        case .app(let reason): reason
        case .replica(let error): error.description
        }
    }
}
