internal import TimelineJournal

/// A snapshot that is to be taken: of which step, and when that was.
struct DueSnapshot: Sendable {
    let seq: Int
    let at: Moment
}
