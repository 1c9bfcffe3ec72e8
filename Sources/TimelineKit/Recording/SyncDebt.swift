internal import TimelineJournal

/// What is to be done about lines that may not be on the disk yet, once the recorder's lock is free.
enum SyncDebt: Sendable {
    /// Before the caller goes on.
    case now([OpenFile])
    /// On the recorder's queue, in a second.
    case later
}
