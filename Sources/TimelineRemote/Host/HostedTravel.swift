public import TimelineKit

/// What a client of a host does to the time of the app, and what that means for those who use it.
public enum HostedTravel<Action: Sendable>: Sendable, CustomStringConvertible {
    /// A client has taken the store to its past. Until the live state is back, what is dispatched is refused, but for the
    /// results of effects.
    case left
    /// What the app dispatched was refused meanwhile. Told on the thread that dispatched it.
    case refused(Dispatched<Action>)
    /// The live state is on show again.
    case back

    public var description: String {
        switch self {
        case .left: "a client shows the past, and actions are refused until it resumes, or the app does"
        case .refused: "an action was refused, as a client shows the past"
        case .back: "the live state is on show again"
        }
    }
}
