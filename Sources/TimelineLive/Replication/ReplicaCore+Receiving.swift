internal import TimelineJSON
internal import TimelineJournal

extension ReplicaCore {
    /// A log that is older than the last received log, or equal, changes nothing.
    mutating func receive(_ logs: [Log]) -> Outcome {
        var outcome = Outcome()
        let before = state
        let logs = logs.filter { $0.id != id }
        let newer = logs.map(\.snapshot).max { $0.id < $1.id }.flatMap { $0.id > snapshot.id ? $0 : nil }
        // Made from this snapshot, of changes that were reduced here: only then must both states agree.
        let isNext = newer.map { $0.before == snapshot.id && knows($0.included) } ?? false
        if let newer, !isNext { outcome.conflicts += adopt(newer) }
        let new = logs.flatMap { take($0) }
        let following = new.filter(snapshot.isFollowed).sorted(by: Change.precedes)
        outcome.conflicts += lost(among: new)
        let comesLast = order.insert(following) { outcome.conflicts += Self.conflicts(at: $1, in: $0) }
        if let newer, isNext {
            outcome.divergences += divergence(from: newer)
            outcome.conflicts += adopt(newer)
        }
        let actions = following.compactMap { if case .action(let action) = $0.kind { action } else { nil } }
        if newer == nil, comesLast, actions.count == following.count {
            if !actions.isEmpty { outcome.update = .reduce(actions) }
        } else if state != before {
            outcome.update = .set(state)
        }
        return outcome
    }

    private mutating func take(_ log: Log) -> [Change] {
        let known = others[log.id]
        guard known.map({ ($0.last, $0.status?.number ?? 0) < (log.last, log.status?.number ?? 0) }) ?? true else {
            return []
        }
        others[log.id] = log
        clock = max(clock, log.clock)
        return log.changes.filter { $0.number > known?.last ?? 0 }
    }

    private func knows(_ known: [String: Int]) -> Bool {
        let counts = counts
        return known.allSatisfy { counts[$0.key, default: 0] >= $0.value }
    }

    func reaches(_ point: Log.Point) -> Bool { point.snapshot == snapshot.id && knows(point.counts) }

    func changes(at point: Log.Point) -> [Change] {
        order.changes.filter { $0.number <= point.counts[$0.origin, default: 0] }
    }

    // MARK: - What was lost

    private func lost(among changes: [Change]) -> [Conflict] {
        changes.filter { $0.number > snapshot.included[$0.origin, default: 0] && !snapshot.isFollowed(by: $0) }
            .map { Conflict($0, winner: snapshot.id.origin, clock: snapshot.clock) }
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

    // MARK: - Snapshots of others

    private mutating func adopt(_ newer: Snapshot) -> [Conflict] {
        clock = max(clock, newer.clock)
        let known = own.changes + others.values.flatMap(\.changes)
        startOrder(from: newer, followedBy: known.filter(newer.isFollowed))
        return lost(among: own.changes)
    }

    private mutating func divergence(from newer: Snapshot) -> [Divergence] {
        let point = Log.Point(snapshot: snapshot.id, counts: newer.included)
        let changes = changes(at: point)
        let state = order.state(of: changes)
        guard !Self.areEqual(state, newer.state), differing.updateValue(point, forKey: newer.id.origin) == nil else {
            return []
        }
        return [
            Divergence(
                replica: newer.id.origin, clock: newer.clock, start: snapshot.state, changes: changes, state: state)
        ]
    }

    /// Also if they are after encoding and decoding: what a coding leaves out is no difference.
    private static func areEqual(_ one: State, _ decoded: State) -> Bool {
        if one == decoded { return true }
        guard let text = try? JSONCoding.encode(one) else { return false }
        return (try? JSONCoding.decode(State.self, from: text)) == decoded
    }
}
