internal import TimelineJournal

/// Steps that damage took: their actions are not to be had, and the states after them are not known.
package struct LostSteps: Equatable, Sendable, CustomStringConvertible {
    package let steps: ClosedRange<Int>
    /// Whether the state after the last of them is on file.
    package let isLastKnown: Bool

    package init(steps: ClosedRange<Int>, isLastKnown: Bool) {
        self.steps = steps
        self.isLastKnown = isLastKnown
    }

    /// The positions whose state cannot be known; nil where all are.
    package var positions: ClosedRange<Int>? {
        let last = isLastKnown ? steps.upperBound - 1 : steps.upperBound
        return steps.lowerBound <= last ? steps.lowerBound...last : nil
    }

    package var description: String {
        let what = steps.count == 1 ? "step \(steps.lowerBound)" : "steps \(steps.lowerBound) to \(steps.upperBound)"
        guard let positions else { return "\(what), but the state after it is" }
        let states =
            positions.count == 1
            ? "the state after step \(positions.lowerBound)"
            : "the states after steps \(positions.lowerBound) to \(positions.upperBound)"
        return "\(what), and \(states)"
    }
}
