/// What shows that the two states on both sides of a step are those of the recorded run.
package enum BisectEvidence: Equatable, Sendable {
    /// Both states are on file, and the step between was not reduced again.
    case recorded
    /// Replay made one of them or both, went on, and agreed with the state that was recorded after step `by`.
    case confirmed(by: Int)
    /// Replay made one of them or both, and no recorded state follows that it could be compared with.
    case unconfirmed
    /// A fresh replay made them: they are the states of the present code, not those of the recorded run.
    case fresh
}
