internal import TimelineJournal

/// The state is a function of the highest snapshot and the set of known changes: order, delay and repetition do not matter.
struct ReplicaCore<State: Codable & Equatable & Sendable, Action: Sendable>: Sendable {
    typealias Log = ReplicaLog<State, Action>
    typealias Change = Log.Change
    typealias Snapshot = Log.Snapshot
    typealias Conflict = ReplicaConflict<State, Action>

    enum Update {
        case nothing
        /// These come last in the order.
        case reduce([Action])
        case set(State)
    }

    struct Outcome {
        var update: Update = .nothing
        var conflicts: [Conflict] = []
        var divergences: [Divergence] = []
    }

    let isMirroring: Bool
    let limit: Int
    let reduce: @Sendable (inout State, Action) -> Void

    var own: Log
    var others: [String: Log] = [:]
    var order: OrderedChanges<State, Action>
    /// No change that is known has a higher clock.
    var clock: Int
    /// The number of its own last change that others may have read.
    private var published: Int
    var differing: [String: Log.Point] = [:]
    var answered: [String: Log.Point] = [:]
    var compared: [String: Int] = [:]

    var id: String { own.id }
    var snapshot: Snapshot { own.snapshot }
    var state: State { order.state }
    var hasJoined: Bool { snapshot.id.number > 0 }

    /// `log` is the replica's log when it last ended.
    init(
        id: String, isMirroring: Bool, state: State, limit: Int? = nil, resuming log: Log? = nil,
        reduce: @escaping @Sendable (inout State, Action) -> Void
    ) {
        self.isMirroring = isMirroring
        self.limit = limit ?? (isMirroring ? 16 : 256)
        self.reduce = reduce
        own =
            log
            ?? Log(
                id: id,
                snapshot: Snapshot(
                    id: .init(number: 0, origin: id), before: nil, state: state, included: [:], clock: 0),
                dropped: 0, changes: [])
        clock = max(own.clock, own.snapshot.clock)
        published = own.last
        order = OrderedChanges(own.snapshot.state, reduce: reduce)
        _ = order.insert(own.changes.filter(own.snapshot.isFollowed))
    }

    /// Joins the state that the others share, or shares its own state if there are none.
    mutating func join(_ logs: [Log]) {
        _ = receive(logs)
        // If the disk lost changes that others have read, their numbers are taken.
        let seen = others.values.compactMap { $0.status?.point.counts[id] }.max() ?? 0
        if seen > own.last { (own.dropped, own.droppedAt, own.changes) = (seen, own.lastAt, []) }
        published = max(published, seen)
        guard !hasJoined else { return }
        startOrder(
            from: Snapshot(
                id: .init(number: 1, origin: id), before: nil, state: state, included: [id: own.last], clock: clock),
            followedBy: [])
    }

    mutating func startOrder(from snapshot: Snapshot, followedBy changes: [Change]) {
        own.snapshot = snapshot
        order = OrderedChanges(snapshot.state, reduce: reduce)
        _ = order.insert(changes)
    }

    mutating func change(_ kind: Change.Kind, at moment: Moment = .zero, from: String? = nil, resultingIn state: State)
    {
        var kind = kind
        if isMirroring, case .action = kind { kind = .set(state, by: "mirror") }
        // A change that no other replica has read can be replaced: when states are mirrored, only the last one matters.
        let isReplacing = isMirroring && own.last > published && order.changes.last?.origin == id
        let replaced = isReplacing ? order.changes.last : nil
        if replaced == nil { clock += 1 }
        var seen = counts
        seen[id] = nil
        let change = Change(
            origin: id, number: replaced?.number ?? own.last + 1, clock: replaced?.clock ?? clock,
            seen: replaced?.seen ?? seen, kind: kind, at: moment, from: from)
        if replaced == nil {
            own.changes.append(change)
            order.append(change, resultingIn: state)
        } else {
            own.changes[own.changes.count - 1] = change
            order.replaceLast(with: change, resultingIn: state)
        }
    }

    var counts: [String: Int] {
        var counts = snapshot.included
        for log in [own] + others.values { counts[log.id] = max(counts[log.id] ?? 0, log.last) }
        return counts
    }

    mutating func publish() -> Log {
        published = own.last
        return own
    }
}
