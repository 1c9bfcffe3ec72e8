internal import Observation
internal import Synchronization
internal import TimelineSystem

/// Each part that is read is compared after every step, until it has changed twice without a read in between. The last values are
/// kept, never the old state, which would make the reducer copy what it changes.
final class ObservedParts<State: Sendable>: Sendable {
    /// Sendable because its variables are used only while the lock of `parts` is held.
    private final class Part<Value: Sendable>: ObservedPart, @unchecked Sendable {
        let observation = PartObservation()
        var isRead = true
        private let part: StatePart<State, Value>
        private let isEqual: @Sendable (Value, Value) -> Bool
        private var last: Value?

        init(_ part: StatePart<State, Value>, from last: Value?, isEqual: @escaping @Sendable (Value, Value) -> Bool) {
            (self.part, self.last, self.isEqual) = (part, last, isEqual)
        }

        func isChanged(_ state: State) -> Bool {
            let new = part.read(state)
            defer { last = new }
            guard let last, let new else { return (last == nil) != (new == nil) }
            return !isEqual(last, new)
        }
    }

    private let count = Atomic<Int>(0)
    private let parts = Locked<[AnyKeyPath: any ObservedPart<State>]>([:])

    /// Takes no lock: a dispatch in a store without observers costs nothing here.
    var isEmpty: Bool { count.load(ordering: .acquiring) == 0 }

    /// `path` identifies the part.
    func read<Value: Sendable>(
        _ path: any AnyKeyPath & Sendable, _ part: StatePart<State, Value>,
        isEqual: @escaping @Sendable (Value, Value) -> Bool, of state: () -> State
    ) -> Value {
        let (value, observation) = parts.withLock { parts in
            // With the lock held, so that `notify` compares every later state with this value.
            let value = part.read(state())
            let known = parts[path] ?? Part(part, from: value, isEqual: isEqual)
            known.isRead = true
            parts[path] = known
            count.store(parts.count, ordering: .releasing)
            return (value, known.observation)
        }
        observation.access()
        guard let value else { fatalError("Index out of range: the state has no part \(path).") }
        return value
    }

    func notify(_ state: State) {
        if isEmpty { return }
        let changed = parts.withLock { parts in
            var changed: [PartObservation] = []
            var unread: [AnyKeyPath] = []
            for (path, part) in parts where part.isChanged(state) {
                changed.append(part.observation)
                // One that was read is kept: its observer may have read the new value before this comparison.
                if !part.isRead { unread.append(path) }
                part.isRead = false
            }
            for path in unread { parts[path] = nil }
            if !unread.isEmpty { count.store(parts.count, ordering: .releasing) }
            return changed
        }
        for observation in changed { observation.notify() }
    }

    func follow(_ state: State) {
        if isEmpty { return }
        parts.withLock { parts in
            for part in parts.values { _ = part.isChanged(state) }
        }
    }
}

private protocol ObservedPart<State>: AnyObject, Sendable {
    associatedtype State
    var observation: PartObservation { get }
    var isRead: Bool { get set }

    /// Compares the part with its last value, and keeps the new one.
    func isChanged(_ state: State) -> Bool
}

private final class PartObservation: Observable, Sendable {
    private let registrar = ObservationRegistrar()
    private var value: Void { () }

    func access() { registrar.access(self, keyPath: \.value) }

    func notify() { registrar.withMutation(of: self, keyPath: \.value) {} }
}
