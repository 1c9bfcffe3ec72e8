/// What became of a change that another process asked for.
package enum Asked: Equatable, Sendable {
    /// It became the step of this number.
    case step(Int)
    /// A middleware dropped it.
    case dropped
    /// The past is on show. It waits until the live state is back.
    case held
    /// The past is on show, and nothing is reduced meanwhile.
    case refused
}
