internal import Observation
internal import Synchronization
internal import TimelineKit

/// Each part that is read is compared after every step, until it has changed twice without a read in between. The last values are
/// kept, never the old state, which would make the reducer copy what it changes.
final class ObservedParts<State: Sendable>: Sendable {
    /// The app's code, `part` and `==`, runs without the lock of `parts`: it may read the store. Sendable because `isRead` is
    /// used with that lock held, and `last` while the store handles a change.
    private final class Part<Value: Equatable & Sendable>: ObservedPart, @unchecked Sendable {
        let path: any AnyKeyPath & Sendable
        let observation = PartObservation()
        var isRead = true
        private let part: StatePart<State, Value>
        private var last: Value?

        init(_ path: any AnyKeyPath & Sendable, _ part: StatePart<State, Value>, from last: Value?) {
            (self.path, self.part, self.last) = (path, part, last)
        }

        func isChanged(_ state: State) -> Bool {
            let new = part.read(state)
            defer { last = new }
            return last != new
        }
    }

    private let count = Atomic<Int>(0)
    private let parts = Locked<[AnyKeyPath: any ObservedPart<State>]>([:])

    /// Takes no lock: a dispatch in a store without observers costs nothing here.
    var isEmpty: Bool { count.load(ordering: .acquiring) == 0 }

    /// `path` identifies the part.
    func read<Value: Equatable & Sendable>(
        _ path: any AnyKeyPath & Sendable, _ part: StatePart<State, Value>, of state: () -> State
    ) -> Value {
        let value = part.read(state())
        let observation = parts.withLock { parts in
            let known = parts[path] ?? Part(path, part, from: value)
            known.isRead = true
            parts[path] = known
            count.store(parts.count, ordering: .releasing)
            return known.observation
        }
        observation.access()
        guard let value else { fatalError("Index out of range: the state has no part \(path).") }
        return value
    }

    func notify(_ state: State) {
        if isEmpty { return }
        let changed = parts.withLock { Array($0.values) }.filter { $0.isChanged(state) }
        if changed.isEmpty { return }
        parts.withLock { parts in
            for part in changed {
                // One that was read is kept: its observer may have read the new value before this comparison.
                if !part.isRead { parts[part.path] = nil }
                part.isRead = false
            }
            count.store(parts.count, ordering: .releasing)
        }
        for part in changed { part.observation.notify() }
    }

    func follow(_ state: State) {
        if isEmpty { return }
        for part in parts.withLock({ Array($0.values) }) { _ = part.isChanged(state) }
    }
}

private protocol ObservedPart<State>: AnyObject, Sendable {
    associatedtype State
    var path: any AnyKeyPath & Sendable { get }
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
