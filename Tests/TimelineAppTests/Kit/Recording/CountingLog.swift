import TimelineJSON
import TimelineJournal

@testable import TimelineKit

/// The write-ahead log of a counter, driven step by step.
enum CountingLog {
    /// A log with a snapshot due after each step.
    static func begun(at path: String) throws -> WriteAheadLog {
        let first = LineWriter.snapshot(Snapshot(seq: 0, at: .zero, state: state(0)))
        let header = Header(session: "s", program: "counter", version: "1", started: "t", platform: .null)
        var file = try JournalFile(creating: path)
        try file.append(LineWriter.header(header) + first)
        var schedule = SnapshotSchedule(.every(1))
        // The log itself encodes a small state.
        schedule.written(bytes: SnapshotSchedule.smallSize + 1)
        return WriteAheadLog(file: file, page: nil, now: { .zero }, schedule: schedule)
    }

    static func state(_ count: Int) -> JSONText { JSONText(["count": .number(JSONNumber(count))]) }

    /// Reduces an action. Returns the snapshot that is due.
    static func add(to count: Int, _ log: inout WriteAheadLog) -> SnapshotBacklog.Request? {
        var seq = 0
        Step.Change.action(JSONText(["add": ["by": 1]])).withBorrowed {
            let isRequested = log.requestState(before: $0)
            seq = log.begin($0, from: .user, cause: nil, before: isRequested ? .success(state(count)) : nil)
            log.isStateRequested = false
        }
        _ = log.commit(seq)
        let work = log.enqueueIfDue { { () throws(JSONCodingError) in state(count + 1) } }
        return work != .none ? log.backlog.take()?.snapshot : nil
    }

    /// Gives the log the line of a snapshot that is due.
    static func encode(_ snapshot: SnapshotBacklog.Request, _ count: Int, _ log: inout WriteAheadLog) {
        log.encoded(snapshot, snapshot.line { () throws(JSONCodingError) in state(count) })
    }
}
