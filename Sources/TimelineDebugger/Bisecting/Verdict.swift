/// What a predicate says of a state.
package enum Verdict: Sendable, Equatable {
    case good
    case bad
    case cannotTell
}
