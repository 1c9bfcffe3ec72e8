import Synchronization
internal import TimelineSystem

/// Those who are told of new states, in the order in which they came.
final class SubscriberList<State: Sendable>: Sendable {
    private let count = Atomic<Int>(0)
    private let subscribers = Locked<[Subscriber<State>]>([])

    /// Without a lock: a dispatch that nobody listens to should cost nothing here.
    var isEmpty: Bool { count.load(ordering: .acquiring) == 0 }

    /// Tells those who are there now.
    func tell(_ state: State) {
        for subscriber in subscribers.withLock({ $0 }) { subscriber.tell(state) }
    }

    /// The subscription does not keep the list alive.
    func add(_ subscriber: Subscriber<State>) -> Subscription {
        change { $0.append(subscriber) }
        return Subscription { [weak self] in
            subscriber.cancel()
            self?.change { $0.removeAll { $0 === subscriber } }
        }
    }

    private func change(_ body: (inout sending [Subscriber<State>]) -> Void) {
        subscribers.withLock { subscribers in
            body(&subscribers)
            count.store(subscribers.count, ordering: .releasing)
        }
    }
}
