internal import TimelineJSON
internal import TimelineJournal

extension ReplicaCore {
    /// Takes what others tell.
    ///
    /// - Returns: what the store is to do about it, and what was lost.
    mutating func receive(_ sheets: [Sheet]) -> Outcome {
        var outcome = Outcome()
        let before = state
        var fresh: [Change] = []
        var hasHole = false
        for sheet in sheets where sheet.id != id {
            var log = others[sheet.id] ?? ReplicaLog()
            let taken = log.take(sheet)
            others[sheet.id] = log
            fresh += taken.fresh
            hasHole = hasHole || taken.hasHole
            clock = max(clock, log.clock)
        }
        let highest = sheets.filter { $0.id != id }.map(\.snapshot).max { $0.id < $1.id }
        let newer = highest.flatMap { $0.id > snapshot.id ? $0 : nil }
        var comesLast = true
        var following: [Change] = []
        // On a state that is not theirs, the reducer need not be able to reduce them.
        if newer == nil || hasJoined && !hasHole {
            following = fresh.filter(snapshot.isFollowed).sorted(by: Change.precedes)
            outcome.conflicts += fresh.filter(isLate).map { lost($0, to: snapshot) }
            comesLast = order.insert(following) { outcome.conflicts += Self.conflicts(at: $1, in: $0) }
        }
        if let newer {
            outcome.doubts += adopt(newer, isComparable: hasJoined && !hasHole)
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

    /// Whether a state comes later than the rule allows.
    private func isLate(_ change: Change) -> Bool {
        change.number > snapshot.included[change.origin, default: 0] && !snapshot.isFollowed(by: change)
    }

    private func lost(_ change: Change, to snapshot: Snapshot) -> Conflict {
        Conflict(change, winner: snapshot.id.origin, version: snapshot.version)
    }

    /// What is lost when a change takes its place: itself, or what it overwrites without having known of it.
    private static func conflicts(at place: Int, in changes: [Change]) -> [Conflict] {
        let change = changes[place]
        if let last = changes[(place + 1)...].last(where: \.isSet) {
            return last.isConcurrent(with: change)
                ? [Conflict(change, winner: last.origin, version: last.version)] : []
        }
        guard change.isSet else { return [] }
        var conflicts: [Conflict] = []
        for other in changes[..<place].reversed() {
            if other.isConcurrent(with: change) {
                conflicts.append(Conflict(other, winner: change.origin, version: change.version))
            }
            if other.isSet { break }
        }
        return conflicts.reversed()
    }

    // MARK: - Snapshots of others

    /// - Parameter isComparable: Whether every change that is counted here was reduced here.
    private mutating func adopt(_ newer: Snapshot, isComparable: Bool) -> [Doubt] {
        var doubts: [Doubt] = []
        let counts = counts
        if isComparable, newer.before == snapshot.id,
            newer.included.allSatisfy({ counts[$0.key, default: 0] >= $0.value })
        {
            // The one it was made of is ours: so the state should be ours, too.
            let point = Sheet.Point(snapshot: snapshot.id, counts: newer.included)
            let changes = changes(at: point)
            let state = order.state(of: changes)
            if !Self.areEqual(state, newer.state), differing.updateValue(point, forKey: newer.id.origin) == nil {
                doubts.append(
                    Doubt(
                        replica: newer.id.origin, version: newer.version, start: snapshot.state, changes: changes,
                        state: state))
            }
        }
        snapshot = newer
        clock = max(clock, newer.version)
        let known = own.changes + others.values.flatMap(\.changes)
        order = ReplicaOrder(newer.state, reduce: reduce)
        _ = order.insert(known.filter(newer.isFollowed))
        return doubts
    }

    /// The changes after the snapshot that were known at a point.
    func changes(at point: Sheet.Point) -> [Change] {
        order.changes.filter { $0.number <= point.counts[$0.origin, default: 0] }
    }

    /// Whether two states are one value, after the trip through their coding that one of them has behind it: what a coding
    /// leaves out is no difference.
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
