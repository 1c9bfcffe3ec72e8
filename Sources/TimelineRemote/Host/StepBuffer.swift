internal import TimelineJournal

/// A bounded buffer of the steps that a follower has not read yet. Pure.
///
/// Of the steps that find no room only the numbers are kept, and delivered in their place: a state that is held on to
/// is copied by the reducer that changes it.
package struct StepBuffer<Step: Sendable>: Sendable {
    package enum Element: Sendable {
        case step(Step)
        /// Steps that found no room.
        case missed(ClosedRange<Int>)
    }

    private let limit: Int
    /// The oldest first.
    private var steps: [Step] = []
    private var missed: ClosedRange<Int>?
    /// Whether the last `next()` returned nil, and nothing was appended since.
    private var isConsumerWaiting = false

    package init(limit: Int) { self.limit = limit }

    /// Appends step `seq`.
    ///
    /// - Returns: whether the consumer waits and must be woken.
    @discardableResult
    package mutating func append(_ step: Step, seq: Int) -> Bool {
        defer { isConsumerWaiting = false }
        if let missed {
            self.missed = missed.lowerBound...seq
        } else if steps.count < limit {
            steps.append(step)
        } else {
            missed = seq...seq
        }
        return isConsumerWaiting
    }

    /// Removes the oldest element.
    package mutating func next() -> Element? {
        if !steps.isEmpty { return .step(steps.removeFirst()) }
        guard let missed else {
            isConsumerWaiting = true
            return nil
        }
        self.missed = nil
        return .missed(missed)
    }
}
