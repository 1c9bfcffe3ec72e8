import TimelineJSON
import TimelineJournal

@testable import TimelineKit

/// What a recorder of a counter does, one part after the other.
enum CountingCore {
    /// A recording that has begun. A snapshot is due after each step.
    static func begun(at path: String) throws -> RecordingCore {
        let first = LineWriter.snapshot(Snapshot(seq: 0, at: .zero, state: state(0)))
        let header = Header(session: "s", program: "counter", version: "1", started: "t", platform: .null)
        var file = try JournalFile(creating: path)
        try file.append(LineWriter.header(header) + first)
        return RecordingCore(file: file, page: nil, now: { .zero }, schedule: SnapshotSchedule(.every(1)))
    }

    static func state(_ count: Int) -> JSONText { JSONText(["count": .number(JSONNumber(count))]) }

    /// Reduces an action. Returns the snapshot that is due then.
    static func add(to count: Int, _ core: inout RecordingCore) -> SnapshotBacklog.Request? {
        var seq = 0
        Step.Change.action(JSONText(["add": ["by": 1]])).withBorrowed {
            seq = core.begin($0, from: .user, cause: nil) { () throws(JSONCodingError) in state(count) }
        }
        _ = core.commit(seq)
        let isDue = core.handOverIfDue { () throws(JSONCodingError) in
            state(count + 1)
        } encoding: {
            { () throws(JSONCodingError) in state(count + 1) }
        }
        return isDue ? core.backlog.take()?.snapshot : nil
    }
}
