/// Two replicas that know of the same changes, and have made different states of them: a reducer is not pure, or is not the
/// same in both.
///
/// Both save how they came to their states as timelines, which `timeline replay --verify` reads: the one that
/// it does not confirm is of the other reducer. Told once until their states agree again.
public struct ReplicaAlarm: Equatable, Sendable, CustomStringConvertible {
    /// This replica.
    public let replica: String
    /// The other.
    public let other: String
    /// The version of the last change that both knew of.
    public let version: Int
    /// The timeline of this replica.
    public let timeline: String
    /// Where the other saves its own, when it learns of it.
    public let otherTimeline: String

    public var description: String {
        "the states of replicas \(replica) and \(other) differ after version \(version); compare \(timeline) with "
            + otherTimeline
    }
}
