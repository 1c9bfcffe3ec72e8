package import TimelineKit

/// What a bisection came to.
package enum BisectAnswer<P: Program>: Equatable, Sendable {
    case found(Culprit<P>)
    /// The state at the bad end is good.
    case goodAtBadEnd(Int, probes: Int)
    /// The state at the good end is bad already.
    case badAtGoodEnd(Int, probes: Int)
    /// One of these steps turned the state bad; the states between cannot be judged, or the only step is not on file.
    case cannotTell(ClosedRange<Int>, probes: Int)
    /// The state at this position cannot be judged, so it is not known whether any step turned the state bad.
    case cannotJudge(Int, probes: Int)
}
