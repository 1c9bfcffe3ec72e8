/// What becomes of the actions that were held while the past was on show.
public enum HeldActions: Sendable {
    /// They are reduced, in their order.
    case release
    /// They are refused, and whoever listens is told of each.
    case refuse
}
