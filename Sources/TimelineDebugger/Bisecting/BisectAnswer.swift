package import TimelineJSON
package import TimelineJournal
package import TimelineQuerying

/// The result of a bisection.
package enum BisectAnswer: Equatable, Sendable {
    case found(Culprit)
    /// The state at the bad end is good.
    case goodAtBadEnd(Int, probes: Int)
    /// The state at the good end is bad.
    case badAtGoodEnd(Int, probes: Int)
    /// At least one of these steps turned the state bad, but the states between them cannot be judged, or the only
    /// candidate is not in the file.
    case cannotTell(ClosedRange<Int>, probes: Int)
    /// The state at this position cannot be judged, so it is unknown whether any step turned the state bad.
    case cannotJudge(Int, probes: Int)
    /// Replay and recording disagree, so it is unknown which states were judged.
    case diverged(BisectDivergence, probes: Int)

    /// The step that turned a good state bad.
    ///
    /// The states before and after the step were judged; `evidence` is what else is known about them.
    package struct Culprit: Equatable, Sendable {
        /// The step as it was recorded.
        package let step: Step
        /// The last good position: the one before the step.
        package let good: Int
        /// The state before the step, which was judged good.
        package let before: JSON
        /// The state after the step, which was judged bad.
        package let after: JSON
        /// What the step changed.
        package let difference: JSONPatch
        package let evidence: Evidence
        /// The number of states that the search judged or asked for.
        package let probes: Int
        /// The verdicts on all states in `range`; nil if not every state was judged.
        package let verdicts: Verdicts?
        /// The ends of the search.
        package let range: ClosedRange<Int>

        /// Whether the state turned bad once and stayed bad; nil if not every state was judged.
        package var isMonotone: Bool? {
            guard let verdicts, verdicts.unknown.isEmpty else { return nil }
            return verdicts.bad == RangeSet(step.seq..<range.upperBound + 1)
        }
    }

    /// What shows that the states before and after a step are those of the recorded run.
    package enum Evidence: Equatable, Sendable {
        /// Both states are recorded, and the step between them was not reduced again.
        case recorded
        /// Replay made at least one of them, continued, and agreed with the state that was recorded after step `by`.
        case confirmed(by: Int)
        /// Replay made at least one of them, and no later recorded state exists to compare with.
        case unconfirmed
        /// A fresh replay made them: they are the states of the present code, not those of the recorded run.
        case fresh
    }
}
