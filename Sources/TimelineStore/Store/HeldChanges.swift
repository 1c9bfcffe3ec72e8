internal import TimelineJournal
internal import TimelineKit

/// The results of effects are always held, since the live state started the effects.
struct HeldChanges<State, Action> {
    private let refusesActions: Bool
    let onRefused: @Sendable (ActionDispatch<Action>) -> Void
    private(set) var entries: [NestedChangeQueue<State, Action>.Entry] = []

    init(refusesActions: Bool, onRefused: @escaping @Sendable (ActionDispatch<Action>) -> Void) {
        self.refusesActions = refusesActions
        self.onRefused = onRefused
    }

    /// Holds a change, or returns the action that is refused instead.
    mutating func add(_ entry: NestedChangeQueue<State, Action>.Entry) -> ActionDispatch<Action>? {
        if refusesActions, let dispatched = entry.action, dispatched.from != .effect { return dispatched }
        entries.append(entry)
        return nil
    }

    func release(_ actions: HeldActions, to queue: inout NestedChangeQueue<State, Action>) -> [ActionDispatch<Action>] {
        switch actions {
        case .release:
            entries.forEach { queue.add($0) }
            return []
        case .refuse:
            var refused: [ActionDispatch<Action>] = []
            for entry in entries {
                if let dispatched = entry.action { refused.append(dispatched) } else { queue.add(entry) }
            }
            return refused
        }
    }
}
