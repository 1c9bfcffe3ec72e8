internal import TimelineKit

/// The state is a function of the highest epoch and the set of known changes: order, delay and repetition do not matter.
struct ReplicaCore<State: Codable & Equatable & Sendable, Action: Sendable>: Sendable {
    typealias Log = ReplicaLog<State, Action>
    typealias Change = Log.Change
    typealias Epoch = Log.Epoch
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
        /// How many of its own changes an epoch replaces that does not include them.
        var overruled = 0
    }

    private let isMirroring: Bool
    /// The number of changes in the order that starts the next epoch.
    private let limit: Int
    private let reduce: @Sendable (inout State, Action) -> Void

    private(set) var own: Log
    private var others: [String: Log] = [:]
    private(set) var order: OrderedChanges<State, Action>
    /// No change that is known has a higher clock.
    private var clock: Int
    /// The number of its own last change that others may have read.
    private var published: Int
    /// The replicas whose states differed from this one when they knew the same changes.
    private var diverged: Set<String> = []

    var id: String { own.id }
    var state: State { order.state }
    var hasJoined: Bool { own.epoch.number > 0 }

    /// `log` is the replica's log when it last ended.
    init(
        id: String, isMirroring: Bool, state: State, limit: Int? = nil, resuming log: Log? = nil,
        reduce: @escaping @Sendable (inout State, Action) -> Void
    ) {
        self.isMirroring = isMirroring
        self.limit = limit ?? (isMirroring ? 16 : 256)
        self.reduce = reduce
        own = log ?? Log(id: id, epoch: Epoch(origin: id), start: state)
        clock = max(own.changes.last?.clock ?? 0, own.epoch.clock)
        published = own.last
        order = OrderedChanges(own.start, reduce: reduce)
        _ = order.insert(own.changes.filter(own.epoch.isFollowed))
    }

    /// Joins the state that the others share, or shares its own state if there are none.
    mutating func join(_ logs: [Log]) {
        _ = receive(logs)
        // If the disk lost changes that others have read, their numbers are taken: an epoch without those changes starts.
        let read = others.values.compactMap { $0.status?.counts[id] }.max() ?? 0
        guard !hasJoined || read > own.last else { return }
        start(
            Epoch(
                number: own.epoch.number + 1, origin: id,
                included: counts.merging([id: read], uniquingKeysWith: max), clock: clock),
            from: state, followedBy: [])
    }

    // MARK: - Own changes

    mutating func change(_ kind: Change.Kind, at moment: Moment = .zero, from: String? = nil, resultingIn state: State)
    {
        var kind = kind
        if isMirroring, case .action = kind { kind = .set(state, by: "mirror") }
        // A change that no other replica has read can be replaced: when states are mirrored, only the last one matters.
        let isReplacing = isMirroring && own.last > published && order.changes.last?.origin == id
        let replaced = isReplacing ? own.changes.popLast() : nil
        if replaced == nil { clock += 1 } else { order.removeLast() }
        var seen = counts
        seen[id] = nil
        let change = Change(
            origin: id, number: replaced?.number ?? own.last + 1, clock: replaced?.clock ?? clock,
            seen: replaced?.seen ?? seen, kind: kind, at: moment, from: from)
        own.changes.append(change)
        order.append(change, resultingIn: state)
    }

    private var counts: [String: Int] {
        var counts = own.epoch.included
        for log in [own] + others.values { counts[log.id] = max(counts[log.id] ?? 0, log.last) }
        return counts
    }

    /// The log to write, and the replicas that now know the same changes and have other states.
    mutating func publish() -> (log: Log, diverged: [String]) {
        startEpochIfDue()
        let counts = counts
        if own.status?.counts != counts {
            let hash = (try? JSONCoding.encode(state)).map { Checksum.text(Checksum.of($0.bytes)) }
            own.status = Log.Status(number: (own.status?.number ?? 0) + 1, counts: counts, hash: hash ?? "")
        }
        published = own.last
        var found: [String] = []
        for other in others.values where other.epoch == own.epoch && other.status?.counts == counts {
            if own.status?.hash == other.status?.hash {
                diverged.remove(other.id)
            } else if diverged.insert(other.id).inserted {
                found.append(other.id)
            }
        }
        return (own, found.sorted())
    }

    // MARK: - Epochs

    /// Replaces the changes that all know by their state. If others do so at the same time, all take the highest epoch, and each still
    /// lists its own changes since the epoch before.
    private mutating func startEpochIfDue() {
        guard order.changes.count >= limit, order.changes.last?.origin == id else { return }
        let sum = counts.values.reduce(0, +)
        // The others are too far behind to wait for them.
        let current = others.values.filter { sum - ($0.status?.counts.values.reduce(0, +) ?? 0) < 16 * limit }
        let epoch = own.epoch
        guard current.allSatisfy({ $0.epoch == epoch }) else { return }
        // No change can come between these any more.
        let known = order.changes.prefix { change in
            current.allSatisfy { $0.status?.counts[change.origin] ?? 0 >= change.number }
        }
        // A state that was set with the same clock as the last of them, and is not one of them, would be lost.
        let following = order.changes.dropFirst(known.count).first?.clock ?? .max
        let settled = known.prefix { $0.clock < following }
        guard let last = settled.last, settled.count >= limit / 2 else { return }
        start(
            Epoch(
                number: epoch.number + 1, origin: id,
                included: epoch.included.merging(settled.map { ($0.origin, $0.number) }, uniquingKeysWith: max),
                clock: max(epoch.clock, last.clock)),
            from: order.state(of: settled), followedBy: Array(order.changes[settled.endIndex...]))
    }

    private mutating func start(_ epoch: Epoch, from state: State, followedBy changes: [Change]) {
        if epoch.number > own.epoch.number { own.drop(through: own.epoch.included[id, default: 0]) }
        let included = epoch.included[id, default: 0]
        if included > own.last { own.drop(through: included) }
        (own.epoch, own.start, own.status) = (epoch, state, nil)
        clock = max(clock, epoch.clock)
        order = OrderedChanges(state, reduce: reduce)
        _ = order.insert(changes)
    }

    // MARK: - Changes of others

    /// A log that is older than the last received log, or equal, changes nothing.
    mutating func receive(_ logs: [Log]) -> Outcome {
        var outcome = Outcome()
        let before = state
        let logs = logs.filter { $0.id != id }
        let higher = logs.max { $0.epoch < $1.epoch }.flatMap { $0.epoch > own.epoch ? $0 : nil }
        if let higher {
            outcome.overruled = max(0, own.dropped - higher.epoch.included[id, default: 0])
            let known = own.changes + others.values.flatMap(\.changes)
            start(higher.epoch, from: higher.start, followedBy: known.filter(higher.epoch.isFollowed))
            outcome.conflicts += lost(among: own.changes)
        }
        let new = logs.flatMap { take($0) }
        let following = new.filter(own.epoch.isFollowed).sorted(by: Change.precedes)
        outcome.conflicts += lost(among: new)
        let comesLast = order.insert(following) { outcome.conflicts += Self.conflicts(at: $1, in: $0) }
        let actions = following.compactMap { if case .action(let action) = $0.kind { action } else { nil } }
        if higher == nil, comesLast, actions.count == following.count {
            if !actions.isEmpty { outcome.update = .reduce(actions) }
        } else if state != before {
            outcome.update = .set(state)
        }
        return outcome
    }

    private mutating func take(_ log: Log) -> [Change] {
        let known = others[log.id]
        if let known, !log.isNewer(than: known) { return [] }
        others[log.id] = log
        clock = max(clock, log.changes.last?.clock ?? 0)
        return log.changes.filter { $0.number > known?.last ?? 0 }
    }

    /// The states that were set without knowledge of the epoch.
    private func lost(among changes: [Change]) -> [Conflict] {
        let epoch = own.epoch
        return changes.filter { $0.number > epoch.included[$0.origin, default: 0] && !epoch.isFollowed(by: $0) }
            .map { Conflict($0, winner: epoch.origin, clock: epoch.clock) }
    }

    /// The change at `index`, or the changes that it overwrites and its origin did not know.
    private static func conflicts(at index: Int, in changes: [Change]) -> [Conflict] {
        let change = changes[index]
        if let last = changes[(index + 1)...].last(where: \.isSet) {
            return last.isConcurrent(with: change)
                ? [Conflict(change, winner: last.origin, clock: last.clock)] : []
        }
        guard change.isSet else { return [] }
        let start = changes[..<index].lastIndex(where: \.isSet) ?? 0
        return changes[start..<index].filter { $0.isConcurrent(with: change) }
            .map { Conflict($0, winner: change.origin, clock: change.clock) }
    }
}

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

    func state(of changes: some Sequence<Change>) -> State { changes.reduce(into: initialState) { apply($1, to: &$0) } }

    private func apply(_ change: Change, to state: inout State) {
        switch change.kind {
        case .action(let action): reduce(&state, action)
        case .set(let new, _): state = new
        }
    }
}
