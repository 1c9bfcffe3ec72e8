/// What is known of one replica: the changes of it that are kept, and how far it has come.
struct ReplicaLog<State: Sendable, Action: Sendable>: Sendable {
    typealias Sheet = ReplicaSheet<State, Action>

    /// The number of the last change that is not kept.
    private(set) var dropped = 0
    private(set) var changes: [ReplicaChange<State, Action>] = []
    private(set) var clock = 0
    /// The last snapshot that it took.
    private(set) var adopted: SharedSnapshot<State>.ID?
    /// What it noted last.
    private(set) var note: Sheet.Note?
    /// Whether the state it noted is still to be compared with ours.
    var isToBeCompared = false

    /// The number of the last change that is known.
    var last: Int { changes.last?.number ?? dropped }

    init(dropped: Int = 0, clock: Int = 0) {
        self.dropped = dropped
        self.clock = clock
    }

    mutating func append(_ change: ReplicaChange<State, Action>) {
        changes.append(change)
        clock = max(clock, change.version)
    }

    /// Exchanges the last change for one that is to be sent in its place.
    mutating func replaceLast(by change: ReplicaChange<State, Action>) {
        changes[changes.count - 1] = change
    }

    /// Takes what is new in a sheet. An older one, or one that was taken before, changes nothing.
    ///
    /// - Returns: the new changes, and whether some before them are missing: the sheet's snapshot stands for those.
    mutating func take(_ sheet: Sheet) -> (fresh: [ReplicaChange<State, Action>], hasHole: Bool) {
        clock = max(clock, sheet.clock)
        adopted = max(adopted ?? sheet.snapshot.id, sheet.snapshot.id)
        if let new = sheet.note, new.number > note?.number ?? 0 {
            note = new
            isToBeCompared = true
        }
        let known = last
        if sheet.dropped > known {
            dropped = sheet.dropped
            changes = sheet.changes
            return (changes, true)
        }
        let fresh = sheet.changes.filter { $0.number > known }
        changes += fresh
        return (fresh, false)
    }

    /// Keeps no more the changes up to this one.
    mutating func drop(through number: Int) {
        guard number > dropped else { return }
        changes.removeAll { $0.number <= number }
        dropped = number
    }
}
