import Synchronization
internal import TimelineKit

/// A subscription to the states of a store. Ends with `cancel()`, or when its last reference is released.
public final class Subscription: Sendable {
    private let onCancel: Locked<(@Sendable () -> Void)?>

    init(onCancel: @escaping @Sendable () -> Void) { self.onCancel = Locked(onCancel) }

    deinit { cancel() }

    /// Ends the subscription. May be called on any thread and more than once; never waits.
    ///
    /// Called on the dispatching thread, no call of `onChange` follows. Called on another thread, a call that has begun may
    /// still be running.
    public func cancel() { onCancel.withLock { $0.take() }?() }
}

final class SubscriberList<State: Sendable>: Sendable {
    private struct Entries {
        /// Ascending. A subscriber that ended leaves nil, until half are nil: so the end of each takes constant time, amortized.
        var list: [(id: Int, subscriber: Subscriber<State>?)] = []
        var nextID = 0
        var count = 0

        mutating func add(_ subscriber: Subscriber<State>) -> Int {
            nextID += 1
            count += 1
            list.append((nextID, subscriber))
            return nextID
        }

        /// The caller releases the subscriber without the lock: its closure may own another subscription, whose end takes the lock.
        mutating func remove(_ id: Int) -> Subscriber<State>? {
            let index = list.partitioningIndex { $0.id >= id }
            defer {
                list[index].subscriber = nil
                count -= 1
                if list.count > 2 * count { list.removeAll { $0.subscriber == nil } }
            }
            return list[index].subscriber
        }
    }

    private let count = Atomic<Int>(0)
    private let entries = Locked(Entries())

    /// Takes no lock: a dispatch in a store without subscribers costs nothing here.
    var isEmpty: Bool { count.load(ordering: .acquiring) == 0 }

    func notify(_ state: State, followsUI: Bool) {
        for entry in entries.withLock({ $0.list }) { entry.subscriber?.notify(state, followsUI: followsUI) }
    }

    /// The subscription keeps neither the list nor the subscriber alive.
    func add(_ subscriber: Subscriber<State>) -> Subscription {
        let id = change { $0.add(subscriber) }
        return Subscription { [weak self, weak subscriber] in
            subscriber?.cancel()
            _ = self?.change { $0.remove(id) }
        }
    }

    private func change<Result: Sendable>(_ body: (inout sending Entries) -> Result) -> Result {
        entries.withLock { entries in
            let result = body(&entries)
            count.store(entries.count, ordering: .releasing)
            return result
        }
    }
}

final class Subscriber<State: Sendable>: Sendable {
    private let isCancelled = Atomic<Bool>(false)
    private let onStep: @Sendable (_ state: State, _ followsUI: Bool) -> Void

    init(onChange: @escaping @Sendable (State) -> Void) {
        onStep = { state, followsUI in if !followsUI { onChange(state) } }
    }

    init<Part: Equatable & Sendable>(
        to part: @escaping @Sendable (State) -> Part, present: Part, onChange: @escaping @Sendable (Part) -> Void
    ) {
        let last = Locked(present)
        onStep = { state, followsUI in
            let new = part(state)
            let old = last.withLock { exchange(&$0, with: new) }
            // Without the lock: the app's `==` may read the store.
            if old != new, !followsUI { onChange(new) }
        }
    }

    func cancel() { isCancelled.store(true, ordering: .relaxed) }

    func notify(_ state: State, followsUI: Bool) {
        if !isCancelled.load(ordering: .relaxed) { onStep(state, followsUI) }
    }
}
