internal import TimelineJournal

extension ReplicaCore {
    /// Does what is due when all that came was taken: compares its state with those that others noted, forgets what all
    /// have, makes a snapshot where many changes are kept, and notes how far it is.
    mutating func tick() -> [Doubt] {
        let doubts = compare()
        if isSettled {
            own.drop(through: snapshot.included[id, default: 0])
            for other in others.keys { others[other]?.drop(through: snapshot.included[other, default: 0]) }
            makeSnapshot()
        }
        takeNote()
        return doubts
    }

    // MARK: - Comparing

    private mutating func compare() -> [Doubt] {
        var doubts: [Doubt] = []
        let counts = counts
        for (other, log) in others.sorted(by: { $0.key < $1.key }) where log.isToBeCompared {
            guard let note = log.note else { continue }
            // The other was first to see it, and wants to see how this one came to its state.
            if let point = note.doubts[id], answered.updateValue(point, forKey: other) != point,
                differing.updateValue(point, forKey: other) == nil
            {
                doubts.append(doubt(about: other, at: point))
            }
            // Two that have no snapshot in common have no point in common.
            guard note.point.snapshot == snapshot.id,
                note.point.counts.allSatisfy({ counts[$0.key, default: 0] >= $0.value })
            else { continue }
            others[other]?.isToBeCompared = false
            let isAllWeKnow = note.point.counts == counts
            let state = isAllWeKnow ? self.state : order.state(of: changes(at: note.point))
            guard let hash = try? StateHash.of(state), !note.hash.isEmpty else { continue }
            if hash == note.hash {
                differing[other] = nil
            } else if differing.updateValue(note.point, forKey: other) == nil {
                doubts.append(doubt(about: other, at: note.point))
            }
        }
        return doubts
    }

    /// What can be told of a point; of the present, where that point cannot be reached any more.
    private func doubt(about other: String, at point: Sheet.Point) -> Doubt {
        let changes = point.snapshot == snapshot.id ? changes(at: point) : order.changes
        return Doubt(
            replica: other, version: changes.last?.version ?? snapshot.version, start: snapshot.state, changes: changes,
            state: order.state(of: changes))
    }

    // MARK: - Snapshots

    /// Those that are waited for. One that has fallen far behind is not.
    private var company: [String: ReplicaLog<State, Action>] {
        others.filter { clock - $0.value.clock < maximumLag }
    }

    /// Whether all have taken the snapshot that is in force, so that none can be put in its place but one made of it.
    private var isSettled: Bool { company.values.allSatisfy { $0.adopted == snapshot.id } }

    /// Whether another replica has noted that it knows this one. One that does not know it may make a snapshot from the same
    /// snapshot at the same time, and drop changes that are not in the snapshot of this replica.
    private func knowsThis(_ other: ReplicaLog<State, Action>) -> Bool { other.note?.point.counts[id] != nil }

    /// Whether another replica has noted one that is not known here: its changes are still to come.
    private var isReplicaMissing: Bool {
        company.values.contains { other in
            other.note?.point.counts.keys.contains {
                $0 != id && others[$0] == nil && snapshot.included[$0] == nil
            } ?? false
        }
    }

    private mutating func makeSnapshot() {
        let company = company
        // One of them is enough; the others help out.
        let isFirst = company.keys.allSatisfy { id < $0 }
        guard order.changes.count >= (isFirst ? limit : 2 * limit) else { return }
        guard company.values.allSatisfy(knowsThis), !isReplicaMissing || order.changes.count >= maximumLag else {
            return
        }
        // Nothing can get between the changes up to this version any more.
        let version = company.values.reduce(clock) { min($0, $1.clock) }
        let count = order.changes.prefix { $0.version <= version }.count
        guard count >= limit / 2 else { return }
        var included = snapshot.included
        for change in order.changes[..<count] {
            included[change.origin] = max(included[change.origin] ?? 0, change.number)
        }
        let rest = Array(order.changes[count...])
        snapshot = Snapshot(
            id: .init(number: snapshot.id.number + 1, origin: id), before: snapshot.id,
            state: order.state(after: count), included: included, version: version)
        order = ReplicaOrder(snapshot.state, reduce: reduce)
        _ = order.insert(rest)
    }

    // MARK: - Notes

    private mutating func takeNote() {
        let point = Sheet.Point(snapshot: snapshot.id, counts: counts)
        if let note, note.point == point, note.clock == clock, note.doubts == differing { return }
        let isSameState = note?.point == point
        let hash = isSameState ? note?.hash : try? StateHash.of(state)
        note = Sheet.Note(
            number: (note?.number ?? 0) + 1, clock: clock, point: point, hash: hash ?? "", doubts: differing)
    }
}
