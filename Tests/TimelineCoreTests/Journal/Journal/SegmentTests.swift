import Foundation
import Testing
@testable import TimelineKit
@testable import TimelineReplay
import TimelineTestSupport

struct SegmentTests {
    @Test func ofOneRunAreOneTimeline() throws {
        let journal = try Journal(opening: Fixture.path("Segments")).sound()
        #expect(
            journal.facts == """
                steps 0...5, the last at 4.250000
                5 actions, 0 sets, 4 snapshots, 0 unknown
                marks 5 [three more]
                gaps 
                ended, 0 damaged
                checkpoints state 0 on line 2, state 3 on line 6, state 5 on line 6
                """)
        var lines = journal.lines()
        #expect(
            try lines.facts() == """
                1: header counter segment 1
                2: 0 0.000000 state {"count":0}
                3: 1 0.132044 action {"increment":{}} from user
                4: 2 0.140910 action {"add":{"amount":3}} from effect cause 1
                5: 3 2.300000 action {"reset":{}} from user
                6: 3 2.300000 state {"count":0}
                1: header counter segment 2
                2: 3 2.300000 state {"count":0}
                3: 4 3.000000 action {"increment":{}} from user
                4: 5 4.250000 action {"add":{"amount":3}} from user
                5: 5 4.250000 mark [three more]
                6: 5 4.250000 state {"count":4}
                7: 5 5.000000 end, 5 actions, 4 snapshots
                """)
        #expect(
            try journal.index.checkpoints.map { try journal.state(at: $0).value.description }
                == [#"{"count":0}"#, #"{"count":0}"#, #"{"count":4}"#])
        #expect(try journal.step(at: Moment(microseconds: 3_500_000)) == 4)
    }

    /// A folder of segments, each given as the fixture's bytes, changed.
    private func journal(_ segments: [UInt8]...) throws -> Result<Journal, JournalError> {
        let scratch = TemporaryFolder()
        for (number, bytes) in segments.enumerated() {
            try scratch.write(bytes, to: "counter-00000\(number + 1).jsonl")
        }
        do throws(JournalError) { return .success(try Journal(opening: scratch.path)) } catch { return .failure(error) }
    }

    private func text(_ number: Int) throws -> String {
        try Fixture.bytes("Segments/counter-00000\(number).jsonl").text
    }

    @Test func followEachOtherWithoutAHole() throws {
        let short = try text(1).split(separator: "\n").dropLast(2).joined(separator: "\n") + "\n"
        let index = try journal(Array(short.utf8), Array(text(2).utf8)).get().index
        #expect(
            index.damage.map(\.reason) == ["the segment begins after step 3, but the one before it ends with step 2"])
        #expect(index.last == 5)
    }

    @Test func doNotOverlap() throws {
        let index = try journal(Array(text(1).utf8), Array(text(2).utf8), Array(text(2).utf8)).get().index
        #expect(
            index.damage.map(\.reason) == [
                "a segment follows the end of the run",
                "the segment begins after step 3, but the one before it ends with step 5",
                "expected step 6 or later, found step 4",
                "expected step 6 or later, found step 5",
            ])
        #expect(index.checkpoints.map(\.seq) == [0, 3, 5])
    }

    @Test func areOfOneRun() throws {
        let other = try text(2).replacing("5f2c9e10", with: "00000000").replacing(/,"crc":"[0-9a-f]*"/, with: "")
        let scratch = TemporaryFolder()
        try scratch.write(text(1).utf8, to: "counter-000001.jsonl")
        try scratch.write(other.utf8, to: "counter-000002.jsonl")
        #expect(
            errorMessage { try Journal(opening: scratch.path) } == """
                \(scratch.file("counter-000002.jsonl")) is not a timeline: line 1, byte 0: it is of another run than \
                \(scratch.file("counter-000001.jsonl")), though named as its next segment.
                A timeline is JSON Lines, and its first line begins with {"timeline":1,
                """)
    }

    @Test func areGroupedByTheirNames() {
        #expect(
            JournalFolder.timelines(of: [
                "-000001.jsonl", "000001.jsonl", "a-000001.jsonl", "a-000002.jsonl", "a-00003.jsonl",
                "a-b-000001.jsonl", "a.jsonl", "a000001.jsonl",
            ]) == [
                ["-000001.jsonl"], ["000001.jsonl"], ["a-000001.jsonl", "a-000002.jsonl"], ["a-00003.jsonl"],
                ["a-b-000001.jsonl"], ["a.jsonl"], ["a000001.jsonl"],
            ])
    }

    @Test func segmentsThatRotationRemovedSinceTheyWereListedAreNotMissed() throws {
        let folder = TemporaryFolder()
        func segment(_ number: Int, _ dropped: Int) -> String {
            let note = dropped == 0 ? "" : #","dropped":{"segments":\#(dropped),"through":\#(dropped)}"#
            return """
                {"timeline":1,"session":"a","program":"counter","version":"1","started":"2026-11-21T04:31:05.123456Z",\
                "segment":\(number)\(note)}
                {"seq":\(number - 1),"at":0.\(number),"state":{"count":0}}
                {"seq":\(number),"at":0.\(number),"action":{"increment":{}}}

                """
        }
        let paths = try (1...4).map { number in
            try folder.write(segment(number, max(0, number - 3)).utf8, to: "counter-00000\(number).jsonl")
        }
        try FileManager.default.removeItem(atPath: paths[0])
        // Listed before segment 1 was removed and segment 4 was added.
        let journal = try Journal(opening: Array(paths[..<3]), name: "counter-*.jsonl").sound()
        #expect(journal.segments.map(\.name) == Array(paths[1...]))
        #expect((journal.first, journal.last) == (1, 4))
        try FileManager.default.removeItem(atPath: folder.path)
        #expect(throws: JournalError.self) { try Journal(opening: paths, name: "counter-*.jsonl") }
    }
}
