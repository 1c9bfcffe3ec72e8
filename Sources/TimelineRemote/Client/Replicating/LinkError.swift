public import TimelineKit

/// Why a replica could not join those of another app.
public enum LinkError: Error, Equatable, Sendable, CustomStringConvertible {
    /// The text names no app, or holds a user name, a password or a token as well.
    case address(String)
    /// The app cannot be reached, or refuses: why.
    case app(reason: String)
    /// It could not begin in its own folder.
    case replica(ReplicaError)

    public var description: String {
        switch self {
        case .address(let text): RemoteAddress.refusal(of: text)
        case .app(let reason): reason
        case .replica(let error): error.description
        }
    }
}
