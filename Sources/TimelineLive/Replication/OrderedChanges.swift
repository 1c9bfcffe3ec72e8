/// Changes in the order that all replicas share, and the states that result from them.
///
/// Stores a state every 64 changes, so that inserting a late change reduces again only the changes after it and fewer than 64
/// before it.
struct OrderedChanges<State: Sendable, Action: Sendable>: Sendable {
    typealias Change = ReplicaLog<State, Action>.Change

    private static var checkpointInterval: Int { 64 }

    private let reduce: @Sendable (inout State, Action) -> Void
    /// The state before the first change.
    private let initialState: State
    private(set) var changes: [Change] = []
    /// The state after all of `changes`.
    private(set) var state: State
    /// The states after every `checkpointInterval` changes, the earliest first.
    private var checkpoints: [(count: Int, state: State)] = []

    init(_ initialState: State, reduce: @escaping @Sendable (inout State, Action) -> Void) {
        self.initialState = initialState
        self.reduce = reduce
        state = initialState
    }

    /// Appends a change that comes after all others and results in `state`.
    mutating func append(_ change: Change, resultingIn state: State) {
        changes.append(change)
        self.state = state
        addCheckpointIfDue()
    }

    /// Replaces the last change with one that results in `state`.
    mutating func replaceLast(with change: Change, resultingIn state: State) {
        changes[changes.count - 1] = change
        self.state = state
        if checkpoints.last?.count == changes.count { checkpoints[checkpoints.count - 1].state = state }
    }

    /// Inserts each change where it belongs in the order.
    ///
    /// - Parameters:
    ///   - new: The changes, in any order.
    ///   - onInsert: Called after each insertion with all changes and the index of the inserted one.
    /// - Returns: Whether all of them come after the existing changes.
    mutating func insert(_ new: [Change], onInsert: (_ changes: [Change], _ index: Int) -> Void = { _, _ in }) -> Bool {
        guard !new.isEmpty else { return true }
        let count = changes.count
        var first = count
        for change in new.sorted(by: Change.precedes) {
            var index = changes.count
            while index > 0, Change.precedes(change, changes[index - 1]) { index -= 1 }
            changes.insert(change, at: index)
            first = min(first, index)
            onInsert(changes, index)
        }
        while let last = checkpoints.last, last.count > first { checkpoints.removeLast() }
        let from = first == count ? (count, state) : checkpoints.last ?? (0, initialState)
        state = from.1
        let all = changes
        changes.removeSubrange(from.0...)
        for change in all[from.0...] {
            apply(change, to: &state)
            changes.append(change)
            addCheckpointIfDue()
        }
        return first == count
    }

    /// The state after the first `count` changes.
    func state(after count: Int) -> State {
        if count == changes.count { return state }
        let from = checkpoints.last { $0.count <= count } ?? (0, initialState)
        return changes[from.0..<count].reduce(into: from.1) { apply($1, to: &$0) }
    }

    /// The state that results from reducing only these changes, in this order.
    func state(of changes: [Change]) -> State {
        changes.reduce(into: initialState) { apply($1, to: &$0) }
    }

    private mutating func addCheckpointIfDue() {
        if changes.count % Self.checkpointInterval == 0 { checkpoints.append((changes.count, state)) }
    }

    private func apply(_ change: Change, to state: inout State) {
        switch change.kind {
        case .action(let action): reduce(&state, action)
        case .set(let new, _): state = new
        }
    }
}
