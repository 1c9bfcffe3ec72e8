/// All that one replica tells the others. It alone writes it; they read it whole, late, twice or not at all.
struct ReplicaSheet<State: Sendable, Action: Sendable>: Sendable {
    /// A place in the order that can be told to others: a snapshot, and how many changes of each replica follow it.
    struct Point: Codable, Hashable, Sendable {
        var snapshot: SharedSnapshot<State>.ID
        var counts: [String: Int]
    }

    /// What a replica notes about itself, when it has nothing else to say.
    struct Note: Sendable {
        /// A later note has a higher number.
        var number = 0
        /// What it changes from now on has a higher version.
        var clock = 0
        /// What it knows of.
        var point: Point
        /// The hash of its state there.
        var hash: String
        /// Where its state was seen to differ from that of others, by their ids.
        var doubts: [String: Point] = [:]
    }

    let id: String
    let snapshot: SharedSnapshot<State>
    /// The number of the last change that is not listed any more.
    let dropped: Int
    var changes: [ReplicaChange<State, Action>]
    var note: Note?

    /// The number of its last change.
    var last: Int { changes.last?.number ?? dropped }
    /// What it changes from now on has a higher version.
    var clock: Int { max(changes.last?.version ?? 0, note?.clock ?? 0) }
}
