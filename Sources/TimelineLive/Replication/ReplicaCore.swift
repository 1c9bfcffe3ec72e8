internal import TimelineJSON

/// One replica as a state machine: its own changes and the sheets of others go in; what the store is to be set to, what was
/// lost, what is wrong, and its own sheet come out. Knows nothing of files, threads or time.
///
/// The shared state is a function of two things alone: the highest snapshot that is known, and the set of changes that are
/// known. So it does not matter in which order, how late or how often a replica learns of them.
struct ReplicaCore<State: Codable & Equatable & Sendable, Action: Sendable>: Sendable {
    typealias Change = ReplicaChange<State, Action>
    typealias Sheet = ReplicaSheet<State, Action>
    typealias Snapshot = SharedSnapshot<State>
    typealias Conflict = ReplicaConflict<State, Action>
    typealias Doubt = ReplicaDoubt<State, Action>

    /// What the store is to do so that it shows the shared state.
    enum Update {
        case nothing
        /// These come last in the order: to be reduced in this order.
        case reduce([Action])
        case set(State)
    }

    struct Outcome {
        var update: Update = .nothing
        var conflicts: [Conflict] = []
        var doubts: [Doubt] = []
    }

    let id: String
    let mode: ReplicaMode
    /// A snapshot is made of this many changes, or somewhat more.
    let limit: Int
    let reduce: @Sendable (inout State, Action) -> Void

    var snapshot: Snapshot
    var order: ReplicaOrder<State, Action>
    var own: ReplicaLog<State, Action>
    /// By its id, what is known of each other replica.
    var others: [String: ReplicaLog<State, Action>] = [:]
    /// No change that is known has a higher version.
    var clock = 0
    var note: Sheet.Note?
    /// The number of the last change of its own that others may have read.
    private var published = 0
    /// Those whose states differ from ours, and at which point.
    var differing: [String: Sheet.Point] = [:]
    /// Which doubts of others were answered, by their ids.
    var answered: [String: Sheet.Point] = [:]

    /// How many versions another may be behind before it is passed over.
    var maximumLag: Int { 16 * limit }

    /// The shared state, as far as it is known here.
    var state: State { order.state }

    /// Whether it has a part in the shared state.
    var hasJoined: Bool { snapshot.id.number > 0 }

    /// - Parameters:
    ///   - state: What the store shows. It becomes the shared state where this is the first replica.
    ///   - sheet: What this replica told the others before it was ended.
    init(
        id: String, mode: ReplicaMode, state: State, limit: Int? = nil, resuming sheet: Sheet? = nil,
        reduce: @escaping @Sendable (inout State, Action) -> Void
    ) {
        self.id = id
        self.mode = mode
        self.limit = limit ?? (mode == .actions ? 256 : 16)
        self.reduce = reduce
        snapshot =
            sheet?.snapshot
            ?? Snapshot(id: .init(number: 0, origin: id), before: nil, state: state, included: [:], version: 0)
        order = ReplicaOrder(snapshot.state, reduce: reduce)
        own = ReplicaLog(dropped: sheet?.dropped ?? 0, clock: sheet?.clock ?? 0)
        clock = max(sheet?.clock ?? 0, snapshot.version)
        note = sheet?.note
        for change in sheet?.changes ?? [] { own.append(change) }
        published = own.last
        _ = order.insert(own.changes.filter(snapshot.isFollowed))
    }

    /// Joins what the others share, as far as they have been heard of; begins it where there are none.
    mutating func join(_ sheets: [Sheet]) {
        _ = receive(sheets)
        // The disk lost what others had read already: those numbers are taken.
        let seen = others.values.compactMap { $0.note?.point.counts[id] }.max() ?? 0
        if seen > own.last { own = ReplicaLog(dropped: seen, clock: clock) }
        published = max(published, seen)
        guard !hasJoined else { return }
        snapshot = Snapshot(
            id: .init(number: 1, origin: id), before: nil, state: order.state, included: [id: own.last], version: clock)
        order = ReplicaOrder(snapshot.state, reduce: reduce)
    }

    // MARK: - Changes of its own

    /// The store reduced an action of its own, or was set, which left `state`.
    mutating func change(_ kind: Change.Kind, leaving state: State) {
        var kind = kind
        if mode == .mirror, case .action = kind { kind = .set(state, by: "mirror") }
        // What nobody has read yet can be exchanged: one state is as good as all those on the way to it.
        if mode == .mirror, own.last > published, let last = order.changes.last, last.origin == id {
            let change = Change(
                origin: id, number: last.number, version: last.version, seen: last.seen, kind: kind)
            own.replaceLast(by: change)
            return order.replaceLast(by: change, leaving: state)
        }
        clock += 1
        let change = Change(origin: id, number: own.last + 1, version: clock, seen: counts, kind: kind)
        own.append(change)
        order.append(change, leaving: state)
    }

    /// How many changes of each are known, or stand in the snapshot.
    var counts: [String: Int] {
        var counts = snapshot.included
        for (id, log) in others { counts[id] = max(counts[id] ?? 0, log.last) }
        counts[id] = max(counts[id] ?? 0, own.last)
        return counts
    }

    // MARK: - Its sheet

    /// What it tells the others now. All changes in it count as read.
    mutating func publish() -> Sheet {
        published = own.last
        return Sheet(id: id, snapshot: snapshot, dropped: own.dropped, changes: own.changes, note: note)
    }
}
