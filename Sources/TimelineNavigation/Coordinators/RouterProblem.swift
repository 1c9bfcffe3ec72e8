/// A route that is in the state is not what the user sees.
public struct RouterProblem: Equatable, Sendable, CustomStringConvertible {
    /// What went wrong. Later versions may add kinds.
    public enum Kind: Sendable {
        /// A coordinator did not return in time. It was cancelled, and the change given up.
        case timeout
        /// A coordinator does not know a part of the route.
        case notUnderstood
    }

    /// The kind of the problem, to switch over.
    public let kind: Kind

    /// The route that should be shown.
    public let route: Route

    /// What happened. It holds text of the route, which may be anything.
    public let description: String
}
