/// The result of a bisection.
package enum BisectAnswer: Equatable, Sendable {
    case found(Culprit)
    /// The state at the bad end is good.
    case goodAtBadEnd(Int, probes: Int)
    /// The state at the good end is bad.
    case badAtGoodEnd(Int, probes: Int)
    /// At least one of these steps turned the state bad; the states between cannot be judged, or the only step is not on
    /// file.
    case cannotTell(ClosedRange<Int>, probes: Int)
    /// The state at this position cannot be judged, so it is not known whether any step turned the state bad.
    case cannotJudge(Int, probes: Int)
    /// Replay and recording disagree, so it is not known what the states were that were judged.
    case diverged(BisectDivergence, probes: Int)
}
