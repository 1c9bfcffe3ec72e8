/// The statistics of many kills.
struct KillTally: CustomStringConvertible {
    enum Fact: String, CaseIterable {
        case launches, kills
        case killsInRecovery = "kills in recovery"
        case acknowledged = "actions acknowledged"
        case lost, duplicated
        case deletedByRotation = "deleted with whole segments"
        case unacknowledged = "recorded but not acknowledged"
        case runs, segments
        case torn = "torn lines"
        case unbegun = "last segments without a state"
        case copies = "sound copies made"
        case bundles = "bundles sent"
        case deletedUnsent = "runs deleted before they were sent"
        case restored = "states restored"
    }

    private var counts: [Fact: Int] = [:]
    /// The last notices before the kills.
    var phases: [String: Int] = [:]

    subscript(fact: Fact) -> Int {
        get { counts[fact, default: 0] }
        set { counts[fact] = newValue }
    }

    mutating func add(_ other: KillTally) {
        counts.merge(other.counts, uniquingKeysWith: +)
        phases.merge(other.phases, uniquingKeysWith: +)
    }

    var description: String {
        Fact.allCases.map { "\(self[$0]) \($0.rawValue)" }.joined(separator: ", ") + "; killed after "
            + phases.sorted { $0.key < $1.key }.map { "\($0.key) \($0.value)" }.joined(separator: ", ")
    }
}
