import Synchronization
internal import TimelineSystem

/// A subscription to the states of a store. Ends with `cancel()`, or when its last reference is released.
public final class Subscription: Sendable {
    private let onCancel: Locked<(@Sendable () -> Void)?>

    init(onCancel: @escaping @Sendable () -> Void) {
        self.onCancel = Locked(onCancel)
    }

    deinit { cancel() }

    /// Ends the subscription. May be called on any thread and more than once; never waits.
    ///
    /// Called on the dispatching thread, no call of `onChange` follows. Called on another thread, a call that has begun may
    /// still be running.
    public func cancel() {
        let action = onCancel.withLock { action in
            defer { action = nil }
            return action
        }
        action?()
    }
}

final class SubscriberList<State: Sendable>: Sendable {
    private let count = Atomic<Int>(0)
    private let subscribers = Locked<[Subscriber<State>]>([])

    /// Takes no lock: a dispatch in a store without subscribers costs nothing here.
    var isEmpty: Bool { count.load(ordering: .acquiring) == 0 }

    func notify(_ state: State) {
        for subscriber in subscribers.withLock({ $0 }) { subscriber.notify(state) }
    }

    func follow(_ state: State) {
        for subscriber in subscribers.withLock({ $0 }) { subscriber.follow(state) }
    }

    /// The subscription keeps neither the list nor the subscriber alive.
    func add(_ subscriber: Subscriber<State>) -> Subscription {
        change { $0.append(subscriber) }
        return Subscription { [weak self, weak subscriber] in
            subscriber?.cancel()
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

final class Subscriber<State: Sendable>: Sendable {
    private let isCancelled = Atomic<Bool>(false)
    private let onChange: @Sendable (State) -> Void
    private let onFollow: (@Sendable (State) -> Void)?

    init(
        onChange: @escaping @Sendable (State) -> Void, onFollow: (@Sendable (State) -> Void)? = nil
    ) {
        self.onChange = onChange
        self.onFollow = onFollow
    }

    convenience init<Part: Equatable & Sendable>(
        to part: @escaping @Sendable (State) -> Part, present: Part, onChange: @escaping @Sendable (Part) -> Void
    ) {
        let changed = changes(of: part, from: present) { (old: Part, new: Part) in old == new }
        self.init(onChange: { if let new = changed($0) { onChange(new) } }, onFollow: { _ = changed($0) })
    }

    func cancel() { isCancelled.store(true, ordering: .relaxed) }

    func follow(_ state: State) { onFollow?(state) }

    func notify(_ state: State) {
        if !isCancelled.load(ordering: .relaxed) { onChange(state) }
    }
}

/// The function returns nil while the part is equal to the last one.
func changes<State, Part: Sendable>(
    of part: @escaping @Sendable (State) -> Part, from present: Part,
    isEqual: @escaping @Sendable (Part, Part) -> Bool
) -> @Sendable (State) -> Part? {
    let last = Locked(present)
    return { state in
        let new = part(state)
        return last.withLock { last -> Part? in
            defer { last = new }
            return isEqual(last, new) ? nil : new
        }
    }
}
