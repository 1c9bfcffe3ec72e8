package import TimelineJSON
package import TimelineJournal
package import TimelineKit

/// The step that turned a good state bad.
package struct Culprit<P: Program>: Equatable, Sendable {
    /// The step: its line in the journal.
    package let step: Step
    /// The last good position: the one before the step.
    package let good: Int
    /// The state before it.
    package let before: P.State
    /// The state after it: the one that was judged bad.
    package let after: P.State
    /// What replay makes of the step, where that is not the state that was recorded after it; nil where they agree.
    package let replayed: P.State?
    /// What the step changed.
    package let difference: JSONPatch
    /// How many states were judged in the search.
    package let probes: Int
    /// Where the state was bad, in order; nil where not every state was judged.
    package let badSpans: [ClosedRange<Int>]?
    /// The ends of the search.
    package let range: ClosedRange<Int>

    /// Whether the state turned bad once and stayed so; nil where not every state was judged.
    package var isMonotone: Bool? { badSpans.map { $0.count == 1 && $0[0].upperBound == range.upperBound } }
}
