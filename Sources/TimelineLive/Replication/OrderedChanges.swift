struct OrderedChanges<State: Sendable, Action: Sendable>: Sendable {
    typealias Change = ReplicaLog<State, Action>.Change

    private let reduce: @Sendable (inout State, Action) -> Void
    private let initialState: State
    private(set) var changes: [Change] = []
    private(set) var state: State

    init(_ initialState: State, reduce: @escaping @Sendable (inout State, Action) -> Void) {
        (self.initialState, self.reduce) = (initialState, reduce)
        state = initialState
    }

    /// The change must come after all others.
    mutating func append(_ change: Change, resultingIn state: State) {
        changes.append(change)
        self.state = state
    }

    /// The state stays: another change follows at once.
    mutating func removeLast() { changes.removeLast() }

    /// Returns whether all new changes come last; otherwise all changes are reduced again. `onInsert` is called after each.
    mutating func insert(_ new: [Change], onInsert: (_ changes: [Change], _ index: Int) -> Void = { _, _ in }) -> Bool {
        var comesLast = true
        for change in new.sorted(by: Change.precedes) {
            let index = changes.lastIndex { Change.precedes($0, change) }.map { $0 + 1 } ?? 0
            comesLast = comesLast && index == changes.count
            if comesLast { apply(change, to: &state) }
            changes.insert(change, at: index)
            onInsert(changes, index)
        }
        if !comesLast { state = state(of: changes) }
        return comesLast
    }

    func state(of changes: some Sequence<Change>) -> State {
        changes.reduce(into: initialState) { apply($1, to: &$0) }
    }

    private func apply(_ change: Change, to state: inout State) {
        switch change.kind {
        case .action(let action): reduce(&state, action)
        case .set(let new, _): state = new
        }
    }
}
