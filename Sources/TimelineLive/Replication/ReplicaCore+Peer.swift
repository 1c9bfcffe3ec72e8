internal import TimelineJournal

extension ReplicaCore {
    /// What is known of one replica: the changes of it that are kept, and how far it has come.
    struct Peer: Sendable {
        /// The number of the last change that is not kept, and when it was made.
        private(set) var dropped = 0
        private(set) var droppedAt = Moment.zero
        private(set) var changes: [Change] = []
        private(set) var clock = 0
        /// The last snapshot that it took.
        private(set) var adopted: Snapshot.ID?
        /// Its last status.
        private(set) var status: Log.Status?
        /// Whether the state in its status is still to be compared with ours.
        var isToBeCompared = false

        /// The number of the last change that is known.
        var last: Int { changes.last?.number ?? dropped }

        init(dropped: Int = 0, at: Moment = .zero, clock: Int = 0) {
            self.dropped = dropped
            droppedAt = at
            self.clock = clock
        }

        mutating func append(_ change: Change) {
            changes.append(change)
            clock = max(clock, change.clock)
        }

        /// Replaces the last change with one that is sent instead.
        mutating func replaceLast(with change: Change) { changes[changes.count - 1] = change }

        /// Takes what is new in a log. An older one, or one that was taken before, changes nothing.
        ///
        /// - Returns: The new changes, and whether some before them are missing: the log's snapshot includes those.
        mutating func take(_ log: Log) -> (new: [Change], hasHole: Bool) {
            clock = max(clock, log.clock)
            adopted = max(adopted ?? log.snapshot.id, log.snapshot.id)
            if let new = log.status, new.number > status?.number ?? 0 {
                status = new
                isToBeCompared = true
            }
            let known = last
            if log.dropped > known {
                dropped = log.dropped
                changes = log.changes
                return (changes, true)
            }
            let new = log.changes.filter { $0.number > known }
            changes += new
            return (new, false)
        }

        /// Drops the changes up to this one.
        mutating func drop(through number: Int) {
            guard number > dropped else { return }
            droppedAt = changes.last { $0.number <= number }?.at ?? droppedAt
            changes.removeAll { $0.number <= number }
            dropped = number
        }
    }
}
