package import TimelineJSON
package import TimelineJournal
package import TimelineQuerying

/// The step that turned a good state bad.
///
/// The states before and after the step were judged. What else is known of these two states, `evidence` says.
package struct Culprit: Equatable, Sendable {
    /// The step: its line in the journal.
    package let step: Step
    /// The last good position: the one before the step.
    package let good: Int
    /// The state before the step, which was judged good.
    package let before: JSON
    /// The state after the step, which was judged bad.
    package let after: JSON
    /// What the step changed.
    package let difference: JSONPatch
    package let evidence: BisectEvidence
    /// How many states were judged, or asked for, in the search.
    package let probes: Int
    /// The verdicts on all states in the range of the search; nil where not every state was asked for.
    package let course: BisectCourse?
    /// The ends of the search.
    package let range: ClosedRange<Int>

    /// Whether the state turned bad once and stayed so; nil where not every state was judged.
    package var isMonotone: Bool? {
        guard let course, course.unknown.isEmpty else { return nil }
        return course.bad == [step.seq...range.upperBound]
    }
}
