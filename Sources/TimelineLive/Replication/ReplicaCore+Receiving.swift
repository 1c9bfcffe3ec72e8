internal import TimelineJSON
internal import TimelineJournal

extension ReplicaCore {
    /// Takes the logs of others.
    ///
    /// - Returns: What the store must do, and what was lost.
    mutating func receive(_ logs: [Log]) -> Outcome {
        var outcome = Outcome()
        let before = state
        var new: [Change] = []
        var hasHole = false
        for log in logs where log.id != id {
            let taken = others[log.id, default: Peer()].take(log)
            new += taken.new
            hasHole = hasHole || taken.hasHole
            clock = max(clock, others[log.id]?.clock ?? 0)
        }
        let highest = logs.filter { $0.id != id }.map(\.snapshot).max { $0.id < $1.id }
        let newer = highest.flatMap { $0.id > snapshot.id ? $0 : nil }
        var comesLast = true
        var following: [Change] = []
        // The reducer need not be able to reduce them on a state that is not theirs.
        if newer == nil || hasJoined && !hasHole {
            following = new.filter(snapshot.isFollowed).sorted(by: Change.precedes)
            outcome.conflicts += new.filter(isLate).map { lost($0, to: snapshot) }
            comesLast = order.insert(following) { outcome.conflicts += Self.conflicts(at: $1, in: $0) }
        }
        if let newer {
            outcome.divergences += adopt(newer, isComparable: hasJoined && !hasHole)
            outcome.conflicts += own.changes.filter { isLate($0) }.map { lost($0, to: newer) }
            outcome.update = state == before ? .nothing : .set(state)
        } else if !following.isEmpty {
            let actions = following.compactMap { if case .action(let action) = $0.kind { action } else { nil } }
            if comesLast, actions.count == following.count {
                outcome.update = .reduce(actions)
            } else {
                outcome.update = state == before ? .nothing : .set(state)
            }
        }
        return outcome
    }

    // MARK: - What was lost

    /// Whether a state was set that comes later than the rule allows.
    private func isLate(_ change: Change) -> Bool {
        change.number > snapshot.included[change.origin, default: 0] && !snapshot.isFollowed(by: change)
    }

    private func lost(_ change: Change, to snapshot: Snapshot) -> Conflict {
        Conflict(change, winner: snapshot.id.origin, clock: snapshot.clock)
    }

    /// What is lost when a change takes its place: itself, or the changes that it overwrites and its origin did not know.
    private static func conflicts(at place: Int, in changes: [Change]) -> [Conflict] {
        let change = changes[place]
        if let last = changes[(place + 1)...].last(where: \.isSet) {
            return last.isConcurrent(with: change)
                ? [Conflict(change, winner: last.origin, clock: last.clock)] : []
        }
        guard change.isSet else { return [] }
        var conflicts: [Conflict] = []
        for other in changes[..<place].reversed() {
            if other.isConcurrent(with: change) {
                conflicts.append(Conflict(other, winner: change.origin, clock: change.clock))
            }
            if other.isSet { break }
        }
        return conflicts.reversed()
    }

    // MARK: - Snapshots of others

    /// - Parameter isComparable: Whether every change that the snapshot includes was reduced here.
    private mutating func adopt(_ newer: Snapshot, isComparable: Bool) -> [Divergence] {
        var divergences: [Divergence] = []
        let counts = counts
        if isComparable, newer.before == snapshot.id,
            newer.included.allSatisfy({ counts[$0.key, default: 0] >= $0.value })
        {
            // It was made from our snapshot, so its state should be ours, too.
            let point = Log.Point(snapshot: snapshot.id, counts: newer.included)
            let changes = changes(at: point)
            let state = order.state(of: changes)
            if !Self.areEqual(state, newer.state), differing.updateValue(point, forKey: newer.id.origin) == nil {
                divergences.append(
                    Divergence(
                        replica: newer.id.origin, clock: newer.clock, start: snapshot.state, changes: changes,
                        state: state))
            }
        }
        snapshot = newer
        clock = max(clock, newer.clock)
        let known = own.changes + others.values.flatMap(\.changes)
        order = OrderedChanges(newer.state, reduce: reduce)
        _ = order.insert(known.filter(newer.isFollowed))
        return divergences
    }

    /// The changes after the snapshot that were known at a point.
    func changes(at point: Log.Point) -> [Change] {
        order.changes.filter { $0.number <= point.counts[$0.origin, default: 0] }
    }

    /// Whether two states are equal, or are after encoding and decoding both, as one of them was: what a coding leaves out is
    /// no difference.
    private static func areEqual(_ one: State, _ other: State) -> Bool {
        if one == other { return true }
        func coded(_ state: State) -> State? {
            guard let text = try? JSONCoding.encode(state) else { return nil }
            return try? JSONCoding.decode(State.self, from: text)
        }
        guard let one = coded(one), let other = coded(other) else { return false }
        return one == other
    }
}
