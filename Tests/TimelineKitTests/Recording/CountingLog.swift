import TimelineJSON
import TimelineJournal

@testable import TimelineKit

/// The write-ahead log of a counter, driven step by step.
enum CountingLog {
    /// A log with a snapshot due after each step.
    ///
    /// - Parameter snapshotBytes: The size of the last snapshot.
    static func begun(at path: String, snapshotBytes: Int = 0) throws -> WriteAheadLog {
        let first = LineWriter.snapshot(Snapshot(seq: 0, at: .zero, state: state(0)))
        let header = Header(session: "s", program: "counter", version: "1", started: "t", platform: .null)
        var file = try JournalFile(creating: path)
        try file.append(LineWriter.header(header) + first)
        var schedule = SnapshotSchedule(.every(1))
        schedule.written(bytes: snapshotBytes)
        return WriteAheadLog(file: file, page: nil, now: { .zero }, schedule: schedule)
    }

    static func state(_ count: Int) -> JSONText { JSONText(["count": .number(JSONNumber(count))]) }

    /// Reduces an action. Returns the snapshot that is due.
    static func add(to count: Int, _ log: inout WriteAheadLog) -> SnapshotBacklog.Request? {
        commit(count, &log) == .nothing ? nil : log.backlog.take()?.snapshot
    }

    /// Reduces an action. Returns what to do about the snapshots.
    static func commit(_ count: Int, _ log: inout WriteAheadLog) -> WriteAheadLog.SnapshotWork {
        var seq = 0
        Step.Change.action(JSONText(["add": ["by": 1]])).withBorrowed {
            seq = log.begin($0, from: .user, cause: nil) { () throws(JSONCodingError) in state(count) }
        }
        _ = log.commit(seq)
        return log.enqueueIfDue { () throws(JSONCodingError) in
            state(count + 1)
        } encoding: {
            { () throws(JSONCodingError) in state(count + 1) }
        }
    }

    /// The line of a snapshot that is due.
    static func line(_ snapshot: SnapshotBacklog.Request, _ count: Int) -> SnapshotBacklog.Line {
        .success(LineWriter.snapshot(Snapshot(seq: snapshot.seq, at: snapshot.at, state: state(count))))
    }
}
