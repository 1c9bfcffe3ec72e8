internal import TimelineJournal

/// What one replica sends to the others. Only that replica writes its log; the others may read it late, repeatedly or never.
struct ReplicaLog<State: Sendable, Action: Sendable>: Sendable {
    struct Change: Sendable {
        enum Kind: Sendable {
            case action(Action)
            case set(State, by: String)
        }

        let origin: String
        /// The number among the changes of its origin, from 1: the `seq` of its step.
        let number: Int
        /// Lamport's clock: greater than the clock of every change that its origin knew.
        let clock: Int
        /// How many changes of each other replica its origin knew.
        let seen: [String: Int]
        var kind: Kind
        /// In the time of its origin's log.
        var at = Moment.zero
        var from: String?

        var isSet: Bool { if case .set = kind { true } else { false } }

        /// The one order of all changes: by clock, then by origin.
        static func precedes(_ one: Change, _ other: Change) -> Bool {
            (one.clock, one.origin) < (other.clock, other.origin)
        }

        func isConcurrent(with other: Change) -> Bool { !knew(other) && !other.knew(self) }

        private func knew(_ other: Change) -> Bool {
            origin == other.origin ? number >= other.number : seen[other.origin, default: 0] >= other.number
        }
    }

    /// A state that replaces the changes that it was made of. Of two, all take the higher.
    struct Snapshot: Sendable {
        struct ID: Codable, Hashable, Comparable, Sendable {
            /// One more than that of the snapshot before; 0 for the state of a replica that has not joined yet.
            let number: Int
            let origin: String

            static func < (one: ID, other: ID) -> Bool { (one.number, one.origin) < (other.number, other.origin) }
        }

        let id: ID
        let before: ID?
        let state: State
        /// By origin, the number of the last change that the state includes.
        let included: [String: Int]
        /// No change that the state includes has a higher clock.
        let clock: Int

        /// Whether a change is reduced after the snapshot. A state that was set and comes too late is lost; an action is not.
        func isFollowed(by change: Change) -> Bool {
            change.number > included[change.origin, default: 0] && !(change.isSet && change.clock <= clock)
        }
    }

    /// A set of changes that another replica can find, too: a snapshot, and how many changes of each replica are known.
    struct Point: Codable, Hashable, Sendable {
        var snapshot: Snapshot.ID
        var counts: [String: Int]
    }

    struct Status: Codable, Sendable {
        let number: Int
        /// All changes that it makes from now on have a higher clock.
        let clock: Int
        let point: Point
        let hash: String
        /// Where its state differed from those of others, by their ids.
        var differing: [String: Point]?
    }

    let id: String
    var snapshot: Snapshot
    /// The number of the last change that is no longer listed.
    var dropped: Int
    var droppedAt = Moment.zero
    var changes: [Change]
    var status: Status?

    var last: Int { changes.last?.number ?? dropped }
    var lastAt: Moment { changes.last?.at ?? droppedAt }
    var clock: Int { max(changes.last?.clock ?? 0, status?.clock ?? 0) }
}
