import TimelineJSON
import Testing

@testable import TimelineJournal

struct HeaderTests {
    @Test func keepsAllKeysInTheirOrder() throws {
        let header = try Fixture.journal("full.jsonl").header
        #expect(
            header.object.members.map(\.key) == [
                "timeline", "session", "program", "version", "started", "segment", "platform", "snapshots", "redaction",
                "dropped", "requires", "crc",
            ])
        #expect(header.requires == ["gap"])
    }

    @Test func becomesTheHeaderOfABundle() throws {
        let header = try Fixture.journal("full.jsonl").header
        let note = BundleNote(states: 5, lastSeq: 42, lastReduced: false, signal: "SIGILL", exitStatus: 3)
        let line = LineWriter.header(header.noting(note)).dropLast()
        guard case .header(let read) = try LineParser.parse(Array(line)) else {
            Issue.record("no header")
            return
        }
        #expect(read.bundle == note)
        #expect(
            read.object["bundle"]
                == ["states": 5, "last": ["seq": 42, "reduced": false], "signal": "SIGILL", "status": 3])
        #expect(
            read.object.members.map(\.key) == [
                "timeline", "session", "program", "version", "started", "segment", "platform", "snapshots", "redaction",
                "dropped", "requires", "bundle", "crc",
            ])
    }
}
