internal import TimelineJournal

/// A bounded buffer of the steps that a follower has not read yet. Pure.
///
/// When it is full, it keeps only the numbers of further steps: as long as a state is kept, the reducer that changes it must
/// copy it.
package struct StepBuffer<Step: Sendable>: Sendable {
    package enum Element: Sendable {
        case step(Step)
        /// Steps that were appended while the buffer was full.
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
