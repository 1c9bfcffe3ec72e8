internal import TimelineKit

/// What a replay came to.
struct ReplaySummary<State: Codable & Equatable & Sendable> {
    /// Whether recorded snapshots were left unused, and from which position on then.
    var freshFrom: Int?
    /// Whether the timeline is the log of a replica, so that none of its actions is reduced.
    var isReplicaLog = false
    var counts = ReplayCounts()
    /// The steps that could not be replayed. In a fresh replay, those before its first step too: what follows stands on
    /// the state that was recorded after them.
    var skippedSteps = RangeSet<Int>()
    var divergence: Divergence<State>?

    /// Whether there were steps, and nothing was compared with what was recorded.
    var confirmsNothing: Bool { counts.steps > 0 && counts.confirmed == 0 && divergence == nil }
}
