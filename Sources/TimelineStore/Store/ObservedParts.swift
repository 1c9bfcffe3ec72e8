internal import Observation
internal import TimelineKit

/// A part that is read is a subscriber, until it has changed twice without a read in between. Only its last value is kept, never the
/// old state, which would make the reducer copy what it changes.
final class ObservedParts<State: Sendable>: Sendable {
    private struct Part: Sendable {
        let observation = PartObservation()
        let subscription: Subscription
        var isRead = true
    }

    let subscribers = SubscriberList<State>()
    private let parts = Locked<[AnyKeyPath: Part]>([:])

    /// `path` identifies the part.
    func read<Value: Equatable & Sendable>(
        _ path: any AnyKeyPath & Sendable, _ part: StatePart<State, Value>, of state: () -> State
    ) -> Value {
        let value = part.read(state())
        let observation = parts.withLock { parts in
            var known = parts[path] ?? Part(subscription: subscribe(to: part, path, from: value))
            known.isRead = true
            parts[path] = known
            return known.observation
        }
        observation.access()
        guard let value else { fatalError("Index out of range: the state has no part \(path).") }
        return value
    }

    private func subscribe<Value: Equatable & Sendable>(
        to part: StatePart<State, Value>, _ path: any AnyKeyPath & Sendable, from value: Value?
    ) -> Subscription {
        subscribers.add(Subscriber(to: part.read, present: value) { [weak self] _ in self?.notify(path) })
    }

    private func notify(_ path: any AnyKeyPath & Sendable) {
        let part = parts.withLock { parts in
            let part = parts[path]
            // One that was read is kept: its observer may have read the new value before this comparison.
            if part?.isRead == true { parts[path]?.isRead = false } else { parts[path] = nil }
            return part
        }
        part?.observation.notify()
    }
}

private final class PartObservation: Observable, Sendable {
    private let registrar = ObservationRegistrar()
    private var value: Void { () }

    func access() { registrar.access(self, keyPath: \.value) }

    func notify() { registrar.withMutation(of: self, keyPath: \.value) {} }
}
