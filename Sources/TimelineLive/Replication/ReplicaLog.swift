internal import TimelineKit

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

    /// The changes since a state that replaces the changes before it. All replicas take the highest epoch.
    struct Epoch: Codable, Comparable, Sendable {
        /// One more than that of the epoch before; 0 for a replica that has not joined yet.
        var number = 0
        let origin: String
        /// By origin, the number of the last change that the state includes.
        var included: [String: Int] = [:]
        /// No change that the state includes has a higher clock.
        var clock = 0

        static func < (one: Epoch, other: Epoch) -> Bool { (one.number, one.origin) < (other.number, other.origin) }

        static func == (one: Epoch, other: Epoch) -> Bool { (one.number, one.origin) == (other.number, other.origin) }

        /// Whether a change is reduced after the state. A state that was set and comes too late is lost; an action is not.
        func isFollowed(by change: Change) -> Bool {
            change.number > included[change.origin, default: 0] && !(change.isSet && change.clock <= clock)
        }
    }

    struct Status: Codable, Sendable {
        /// Within the epoch.
        let number: Int
        /// How many changes of each replica are known.
        let counts: [String: Int]
        /// The checksum of the state; empty if the state cannot be encoded.
        let hash: String
    }

    let id: String
    var epoch: Epoch
    /// The state at the start of the epoch.
    var start: State
    /// The number of the last change that is no longer listed. The changes of the epoch before are listed too.
    var dropped = 0
    var droppedAt = Moment.zero
    var changes: [Change] = []
    var status: Status?

    var last: Int { changes.last?.number ?? dropped }
    var lastAt: Moment { changes.last?.at ?? droppedAt }

    mutating func drop(through number: Int) {
        guard number > dropped else { return }
        droppedAt = changes.last { $0.number <= number }?.at ?? droppedAt
        changes.removeAll { $0.number <= number }
        dropped = number
    }

    func isNewer(than other: Self) -> Bool {
        if epoch != other.epoch { return epoch > other.epoch }
        return (last, status?.number ?? 0) > (other.last, other.status?.number ?? 0)
    }
}
