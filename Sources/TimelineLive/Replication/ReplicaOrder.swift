/// Changes in the one order, and the states they lead to.
///
/// Keeps a state every 64 changes, so that a late change costs reducing those after it, and at most 64 more.
struct ReplicaOrder<State: Sendable, Action: Sendable>: Sendable {
    typealias Change = ReplicaLog<State, Action>.Change

    private static var stride: Int { 64 }

    private let reduce: @Sendable (inout State, Action) -> Void
    private let start: State
    private(set) var changes: [Change] = []
    /// The state after all of `changes`.
    private(set) var state: State
    /// States after some number of changes, the earliest first.
    private var kept: [(count: Int, state: State)] = []

    init(_ start: State, reduce: @escaping @Sendable (inout State, Action) -> Void) {
        self.start = start
        self.reduce = reduce
        state = start
    }

    /// Appends the last change, which left `state`.
    mutating func append(_ change: Change, leaving state: State) {
        changes.append(change)
        self.state = state
        keep()
    }

    /// Replaces the last change by one that left `state`.
    mutating func replaceLast(by change: Change, leaving state: State) {
        changes[changes.count - 1] = change
        self.state = state
        if kept.last?.count == changes.count { kept[kept.count - 1].state = state }
    }

    /// Inserts changes in order.
    ///
    /// - Parameter onInsert: Called with all changes, and the place of each that was inserted.
    /// - Returns: whether all of them came last.
    mutating func insert(_ new: [Change], onInsert: (_ changes: [Change], _ place: Int) -> Void = { _, _ in }) -> Bool {
        guard !new.isEmpty else { return true }
        let count = changes.count
        var first = count
        for change in new.sorted(by: Change.precedes) {
            var place = changes.count
            while place > 0, Change.precedes(change, changes[place - 1]) { place -= 1 }
            changes.insert(change, at: place)
            first = min(first, place)
            onInsert(changes, place)
        }
        while let last = kept.last, last.count > first { kept.removeLast() }
        let from = first == count ? (count, state) : kept.last ?? (0, start)
        state = from.1
        let all = changes
        changes.removeSubrange(from.0...)
        for change in all[from.0...] {
            apply(change, to: &state)
            changes.append(change)
            keep()
        }
        return first == count
    }

    /// The state after the first changes.
    func state(after count: Int) -> State {
        if count == changes.count { return state }
        let from = kept.last { $0.count <= count } ?? (0, start)
        return changes[from.0..<count].reduce(into: from.1) { apply($1, to: &$0) }
    }

    /// The state that some of the changes lead to.
    func state(of some: [Change]) -> State {
        some.reduce(into: start) { apply($1, to: &$0) }
    }

    private mutating func keep() {
        if changes.count % Self.stride == 0 { kept.append((changes.count, state)) }
    }

    private func apply(_ change: Change, to state: inout State) {
        switch change.kind {
        case .action(let action): reduce(&state, action)
        case .set(let new, _): state = new
        }
    }
}
