import Synchronization
internal import TimelineSystem

/// Someone who is told of new states.
final class Subscriber<State: Sendable>: Sendable {
    private let isCancelled = Atomic<Bool>(false)
    private let onChange: @Sendable (State) -> Void

    init(onChange: @escaping @Sendable (State) -> Void) {
        self.onChange = onChange
    }

    /// Told of changes of `part` alone, which was `present` when it began.
    convenience init<Part: Equatable & Sendable>(
        to part: @escaping @Sendable (State) -> Part, present: Part, onChange: @escaping @Sendable (Part) -> Void
    ) {
        let last = LastPart(present)
        self.init { state in
            let new = part(state)
            if last.replace(by: new) { onChange(new) }
        }
    }

    func cancel() { isCancelled.store(true, ordering: .relaxed) }

    func tell(_ state: State) {
        if !isCancelled.load(ordering: .relaxed) { onChange(state) }
    }
}

/// The part of a state that a subscriber was told last.
private final class LastPart<Part: Equatable & Sendable>: Sendable {
    private let part: Locked<Part>

    init(_ part: Part) { self.part = Locked(part) }

    /// Whether `new` differs from what was there.
    func replace(by new: Part) -> Bool {
        part.withLock { part in
            guard part != new else { return false }
            part = new
            return true
        }
    }
}
