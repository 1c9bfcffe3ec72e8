/// What happened and was not told to a follower yet. Pure, and bounded: of one that does not read, no more than `limit`
/// steps wait. The numbers of those that found no room are kept, and told in their place.
package struct Mailbox<Step: Sendable>: Sendable {
    package enum Delivery: Sendable {
        case step(Step)
        /// Steps that found no room, and the last of them.
        case missed(ClosedRange<Int>, last: Step)
    }

    private let limit: Int
    /// Oldest last, so that taking one costs nothing.
    private var ready: [Step] = []
    private var added: [Step] = []
    private var missed: (range: ClosedRange<Int>, last: Step)?

    package init(limit: Int) { self.limit = limit }

    /// Takes step `seq`.
    package mutating func put(_ step: Step, seq: Int) {
        if let missed {
            self.missed = (missed.range.lowerBound...seq, step)
        } else if ready.count + added.count < limit {
            added.append(step)
        } else {
            missed = (seq...seq, step)
        }
    }

    /// Gives the oldest that waits.
    package mutating func take() -> Delivery? {
        if ready.isEmpty {
            swap(&ready, &added)
            ready.reverse()
        }
        if let step = ready.popLast() { return .step(step) }
        guard let missed else { return nil }
        self.missed = nil
        return .missed(missed.range, last: missed.last)
    }
}
