internal import TimelineJSON
package import TimelineKit

/// What a bisection came to.
package enum BisectAnswer<P: Program> {
    case found(Culprit<P>)
    /// The state at the bad end is good.
    case goodAtBadEnd(Int, probes: Int)
    /// The state at the good end is bad already.
    case badAtGoodEnd(Int, probes: Int)
    /// One of these steps; the states between cannot be judged.
    case cannotTell(ClosedRange<Int>, probes: Int)
}
