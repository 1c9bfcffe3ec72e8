internal import TimelineJournal

extension ReplicaCore {
    /// Does what is due before its log is published: compares state hashes, drops changes that all have, makes a snapshot if
    /// many changes are kept, and updates its status.
    mutating func tick() -> [Divergence] {
        let divergences = compare()
        if isSettled {
            own.drop(through: snapshot.included[id, default: 0])
            for other in others.keys { others[other]?.drop(through: snapshot.included[other, default: 0]) }
            makeSnapshot()
        }
        updateStatus()
        return divergences
    }

    // MARK: - Comparing

    private mutating func compare() -> [Divergence] {
        var divergences: [Divergence] = []
        let counts = counts
        for (id, other) in others.sorted(by: { $0.key < $1.key }) where other.isToBeCompared {
            guard let status = other.status else { continue }
            // The other found the divergence first, and needs to see how this one came to its state.
            if let point = status.differing?[self.id], answered.updateValue(point, forKey: id) != point,
                differing.updateValue(point, forKey: id) == nil
            {
                divergences.append(divergence(from: id, at: point))
            }
            // Without a common snapshot there is no common point.
            guard status.point.snapshot == snapshot.id,
                status.point.counts.allSatisfy({ counts[$0.key, default: 0] >= $0.value })
            else { continue }
            others[id]?.isToBeCompared = false
            let state = status.point.counts == counts ? self.state : order.state(of: changes(at: status.point))
            guard let hash = try? StateHash.of(state), !status.hash.isEmpty else { continue }
            if hash == status.hash {
                differing[id] = nil
            } else if differing.updateValue(status.point, forKey: id) == nil {
                divergences.append(divergence(from: id, at: status.point))
            }
        }
        return divergences
    }

    /// How this replica came to its state at a point; to its present state, if that point is before the snapshot.
    private func divergence(from other: String, at point: Log.Point) -> Divergence {
        let changes = point.snapshot == snapshot.id ? changes(at: point) : order.changes
        return Divergence(
            replica: other, clock: changes.last?.clock ?? snapshot.clock, start: snapshot.state, changes: changes,
            state: order.state(of: changes))
    }

    // MARK: - Snapshots

    /// The replicas that this one waits for: all that have not fallen far behind.
    private var current: [String: Peer] {
        others.filter { clock - $0.value.clock < maximumLag }
    }

    /// Whether all have taken the current snapshot, so that only one made from it can replace it.
    private var isSettled: Bool { current.values.allSatisfy { $0.adopted == snapshot.id } }

    /// Whether the status of another replica names this one. A replica that does not know this one may make a snapshot from
    /// the same snapshot at the same time, and drop changes that the snapshot of this replica lacks.
    private func knowsThis(_ other: Peer) -> Bool { other.status?.point.counts[id] != nil }

    /// Whether the status of another replica names one that is not known here: its changes are still to come.
    private var isReplicaMissing: Bool {
        current.values.contains { other in
            other.status?.point.counts.keys.contains {
                $0 != id && others[$0] == nil && snapshot.included[$0] == nil
            } ?? false
        }
    }

    private mutating func makeSnapshot() {
        let current = current
        // Usually the replica with the lowest id makes it; another one does if that one does not.
        let isFirst = current.keys.allSatisfy { id < $0 }
        guard order.changes.count >= (isFirst ? limit : 2 * limit) else { return }
        guard current.values.allSatisfy(knowsThis), !isReplicaMissing || order.changes.count >= maximumLag else {
            return
        }
        // No change can come between those up to this clock any more.
        let settled = current.values.reduce(clock) { min($0, $1.clock) }
        let count = order.changes.prefix { $0.clock <= settled }.count
        guard count >= limit / 2 else { return }
        var included = snapshot.included
        for change in order.changes[..<count] {
            included[change.origin] = max(included[change.origin] ?? 0, change.number)
        }
        let rest = Array(order.changes[count...])
        snapshot = Snapshot(
            id: .init(number: snapshot.id.number + 1, origin: id), before: snapshot.id,
            state: order.state(after: count), included: included, clock: settled)
        order = OrderedChanges(snapshot.state, reduce: reduce)
        _ = order.insert(rest)
    }

    // MARK: - Status

    private mutating func updateStatus() {
        let point = Log.Point(snapshot: snapshot.id, counts: counts)
        let differing = differing.isEmpty ? nil : differing
        if let status, status.point == point, status.clock == clock, status.differing == differing { return }
        let hash = status?.point == point ? status?.hash : try? StateHash.of(state)
        status = Log.Status(
            number: (status?.number ?? 0) + 1, clock: clock, point: point, hash: hash ?? "", differing: differing)
    }
}
