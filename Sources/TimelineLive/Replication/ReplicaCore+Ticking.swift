internal import TimelineJournal

extension ReplicaCore {
    /// Must be called before `publish`.
    mutating func tick() -> [Divergence] {
        let divergences = compare()
        compact()
        updateStatus()
        return divergences
    }

    private mutating func compare() -> [Divergence] {
        var divergences: [Divergence] = []
        for (id, other) in others.sorted(by: { $0.key < $1.key }) {
            guard let status = other.status, compared[id] != status.number else { continue }
            // The other found the divergence first, and needs to see how this one came to its state.
            if let point = status.differing?[self.id], answered.updateValue(point, forKey: id) != point,
                differing.updateValue(point, forKey: id) == nil
            {
                divergences.append(divergence(from: id, at: point))
            }
            guard reaches(status.point) else { continue }
            compared[id] = status.number
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

    private func divergence(from other: String, at point: Log.Point) -> Divergence {
        let changes = point.snapshot == snapshot.id ? changes(at: point) : order.changes
        return Divergence(
            replica: other, clock: changes.last?.clock ?? snapshot.clock, start: snapshot.state, changes: changes,
            state: order.state(of: changes))
    }

    /// Drops changes that the snapshot includes, once all have it. Then the replica with the lowest id makes the next one; should a
    /// replica that is not known here make one too, all take the higher one, and no change is lost.
    private mutating func compact() {
        // The others are too far behind to wait for them.
        let current = others.values.filter { clock - $0.clock < 16 * limit }
        guard current.allSatisfy({ $0.status?.point.snapshot == snapshot.id }) else { return }
        let included = snapshot.included[id, default: 0]
        if included > own.dropped {
            own.droppedAt = own.changes.last { $0.number <= included }?.at ?? own.droppedAt
            own.changes.removeAll { $0.number <= included }
            own.dropped = included
        }
        guard order.changes.count >= limit, current.allSatisfy({ id < $0.id }) else { return }
        // No change can come between these any more.
        let known = order.changes.prefix { change in
            current.allSatisfy { $0.status?.point.counts[change.origin] ?? 0 >= change.number }
        }
        // A state that was set with the snapshot's clock, and is not in it, would be lost.
        let following = order.changes.dropFirst(known.count).first?.clock ?? .max
        let settled = known.prefix { $0.clock < following }
        guard let last = settled.last, settled.count >= limit / 2 else { return }
        let next = Snapshot(
            id: .init(number: snapshot.id.number + 1, origin: id), before: snapshot.id,
            state: order.state(of: settled),
            included: snapshot.included.merging(settled.map { ($0.origin, $0.number) }, uniquingKeysWith: max),
            clock: max(snapshot.clock, last.clock))
        startOrder(from: next, followedBy: Array(order.changes[settled.endIndex...]))
    }

    private mutating func updateStatus() {
        let point = Log.Point(snapshot: snapshot.id, counts: counts)
        let differing = differing.isEmpty ? nil : differing
        let status = own.status
        if let status, status.point == point, status.clock == clock, status.differing == differing { return }
        let hash = status?.point == point ? status?.hash : try? StateHash.of(state)
        own.status = Log.Status(
            number: (status?.number ?? 0) + 1, clock: clock, point: point, hash: hash ?? "", differing: differing)
    }
}
