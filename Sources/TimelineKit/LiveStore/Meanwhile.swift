/// What happens to the actions that are dispatched while the past is on show.
///
/// The results of effects, and states that are set from outside, are held either way.
public enum Meanwhile: Sendable {
    /// They wait, and are reduced in their order when the app is back.
    case hold
    /// They are refused.
    case lock
}
