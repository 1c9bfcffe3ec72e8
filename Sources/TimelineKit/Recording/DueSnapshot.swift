internal import TimelineJournal

/// A snapshot that is to be taken: of which step, and when that was.
struct DueSnapshot: Equatable, Sendable {
    let seq: Int
    let at: Moment
    /// Whether the step's action was not encoded: then no replay gives its state, and this snapshot alone tells it.
    var isOfOpaqueStep = false
}
