internal import Observation
internal import Synchronization
internal import TimelineSystem

/// Each part that is read is compared after every step, until it has changed twice without a read in between. The last values are
/// kept, never the old state, which would make the reducer copy what it changes.
final class ObservedParts<State: Sendable>: Sendable {
    /// Sendable because `isRead` is used only while the lock of `parts` is held.
    private final class Part: @unchecked Sendable {
        let observation = PartObservation()
        var isRead = true
        let isChanged: @Sendable (State) -> Bool

        init(isChanged: @escaping @Sendable (State) -> Bool) { self.isChanged = isChanged }
    }

    private let count = Atomic<Int>(0)
    private let parts = Locked<[AnyKeyPath: Part]>([:])

    /// Takes no lock: a dispatch in a store without observers costs nothing here.
    var isEmpty: Bool { count.load(ordering: .acquiring) == 0 }

    func read<Value: Sendable>(
        _ path: any KeyPath<State, Value> & Sendable, isEqual: @escaping @Sendable (Value, Value) -> Bool,
        of state: () -> State
    ) -> Value {
        let (value, observation) = parts.withLock { parts in
            // With the lock held, so that `notify` compares every later state with this value.
            let value = state()[keyPath: path]
            if let known = parts[path] {
                known.isRead = true
                return (value, known.observation)
            }
            let changed = changes(of: { (state: State) in state[keyPath: path] }, from: value, isEqual: isEqual)
            let part = Part { state in changed(state) != nil }
            parts[path] = part
            count.store(parts.count, ordering: .releasing)
            return (value, part.observation)
        }
        observation.access()
        return value
    }

    func notify(_ state: State) {
        if isEmpty { return }
        let changed = parts.withLock { parts in
            let changed = parts.filter { $0.value.isChanged(state) }
            for (path, part) in changed {
                // One that was read is kept: its observer may have read the new value before this comparison.
                if !part.isRead { parts[path] = nil }
                part.isRead = false
            }
            count.store(parts.count, ordering: .releasing)
            return changed.values.map(\.observation)
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

private final class PartObservation: Observable, Sendable {
    private let registrar = ObservationRegistrar()
    private var value: Void { () }

    func access() { registrar.access(self, keyPath: \.value) }

    func notify() { registrar.withMutation(of: self, keyPath: \.value) {} }
}
