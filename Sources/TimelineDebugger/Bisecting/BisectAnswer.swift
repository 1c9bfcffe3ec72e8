package import TimelineKit
package import TimelineReplay

package enum BisectAnswer: Equatable, Sendable {
    case found(Culprit)
    /// All states up to this position were judged: no step turned the state bad.
    case noneBad(Int, probes: Int)
    /// The states before were not judged.
    case goodAtBadEnd(Int, probes: Int)
    case badAtGoodEnd(Int, probes: Int)
    /// The states between cannot be judged, or the only candidate is not in the file.
    case cannotTell(ClosedRange<Int>, probes: Int)
    case cannotJudge(Int, probes: Int)
    case diverged(BisectDivergence, probes: Int)

    package var isGoodAtEnd: Bool {
        switch self {
        case .noneBad, .goodAtBadEnd: true
        default: false
        }
    }

    package struct Culprit: Equatable, Sendable {
        package let step: Step
        package let good: Int
        package let before, after: JSON
        package let difference: JSONPatch
        package let evidence: Evidence
        package let probes: Int
        package let verdicts: Verdicts?
        package let range: ClosedRange<Int>

        /// The state turned bad once and stayed bad; nil if not every state was judged.
        package var isMonotone: Bool? {
            guard let verdicts, verdicts.unknown.isEmpty else { return nil }
            return verdicts.bad == RangeSet(step.seq..<range.upperBound + 1)
        }
    }

    package enum Evidence: Equatable, Sendable {
        /// Both states are recorded, and the step between them was not reduced again.
        case recorded
        /// Replay made at least one of them, continued, and agreed with the state that was recorded after step `by`.
        /// With `inPart`, replay and recording differ only in what the predicate does not read.
        case confirmed(by: Int, inPart: Bool = false)
        /// Replay made at least one of them, and no later recorded state exists to compare with.
        case unconfirmed
        case fresh
    }
}
