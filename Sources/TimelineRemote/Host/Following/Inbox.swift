internal import TimelineKit

/// The mailbox of a follower, which a thread that dispatches fills and the follower's task empties.
final class Inbox<State: Sendable, Action: Sendable>: Sendable {
    /// Rings when there is something to take, for whoever looked in vain.
    let bell: AsyncStream<Void>
    private let ring: AsyncStream<Void>.Continuation
    private let mailbox: Locked<Mailbox<WitnessedStep<State, Action>>>

    init(limit: Int) {
        (bell, ring) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1))
        mailbox = Locked(Mailbox(limit: limit))
    }

    func put(_ step: WitnessedStep<State, Action>) {
        if mailbox.withLock({ $0.put(step, seq: step.seq) }) { ring.yield() }
    }

    func take() -> Mailbox<WitnessedStep<State, Action>>.Delivery? { mailbox.withLock { $0.take() } }
}
