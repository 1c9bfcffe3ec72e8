/// What happened and was not told to a follower yet. Pure, and bounded: of one that does not read, no more than `limit`
/// steps wait. The numbers of those that found no room are kept, and told in their place. Nothing else of them is: a state
/// that somebody holds is copied by the reducer that changes it.
package struct Mailbox<Step: Sendable>: Sendable {
    package enum Delivery: Sendable {
        case step(Step)
        /// Steps that found no room.
        case missed(ClosedRange<Int>)
    }

    private let limit: Int
    /// Oldest last, so that taking one costs nothing.
    private var ready: [Step] = []
    private var added: [Step] = []
    private var missed: ClosedRange<Int>?
    /// The last look found nothing, and nothing has come since.
    private var isAwaited = false

    package init(limit: Int) { self.limit = limit }

    /// Takes step `seq`.
    ///
    /// - Returns: Whether whoever takes looked in vain before it, and wants to be called. One that does not read is not.
    @discardableResult
    package mutating func put(_ step: Step, seq: Int) -> Bool {
        defer { isAwaited = false }
        if let missed {
            self.missed = missed.lowerBound...seq
        } else if ready.count + added.count < limit {
            added.append(step)
        } else {
            missed = seq...seq
        }
        return isAwaited
    }

    /// Gives the oldest that waits.
    package mutating func take() -> Delivery? {
        if ready.isEmpty {
            swap(&ready, &added)
            ready.reverse()
        }
        if let step = ready.popLast() { return .step(step) }
        guard let missed else {
            isAwaited = true
            return nil
        }
        self.missed = nil
        return .missed(missed)
    }
}
