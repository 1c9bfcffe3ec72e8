internal import TimelineKit

/// What a replay came to.
struct ReplaySummary<State: Sendable> {
    /// How many steps were taken.
    var steps = 0
    /// How many recorded states replay confirmed.
    var confirmed = 0
    var divergence: Divergence<State>?
}
