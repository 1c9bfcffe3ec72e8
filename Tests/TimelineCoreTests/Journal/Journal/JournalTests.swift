import Testing
@testable import TimelineKit
@testable import TimelineReplay
import TimelineTestSupport

struct JournalTests {
    @Test func countsEveryKindOfLine() throws {
        let journal = try Fixture.journal("full.jsonl")
        #expect(
            journal.facts == """
                steps 0...42, the last at 9.760100
                8 actions, 1 sets, 5 snapshots, 0 unknown
                marks 3 [before checkout], 41 [after "reset"]
                gaps 8...40
                ended, 0 damaged
                checkpoints state 0 on line 2, set 3 on line 5, state 5 on line 9, state 6 on line 12, state 40 on line 14, \
                state 42 on line 18
                """)
    }

    @Test func readsLinesOfOtherWriters() throws {
        var lines = try Fixture.journal("odd.jsonl").lines()
        #expect(
            try lines.facts() == #"""
                1: header counter segment 1
                2: 0 0.000000 state {"count":0,"note":"é \u00e9 \ud83d\ude00"}
                3: 1 0.132044 action {"increment":{}}
                4: 2 0.140910 action { "add" : { "amount" : 30e-1 } }
                5: unknown ["weather", "seq", "at"]
                6: unknown []
                7: 3 2.300000 set {"count":18446744073709551615} by restore
                8: 3 2.300000 mark []
                9: 4 2.300000 action {"reset":{}} from 
                10: 5 2.300000 set {"count":-0} by unknown
                11: 5 5.000000 end, 3 actions, 1 snapshots
                12: unknown ["farewell"]
                """#)
        let journal = try Fixture.journal("odd.jsonl")
        #expect(
            journal.facts == """
                steps 0...5, the last at 2.300000
                3 actions, 2 sets, 1 snapshots, 3 unknown
                marks 3 []
                gaps 
                ended, 0 damaged
                checkpoints state 0 on line 2, set 3 on line 7, set 5 on line 10
                """)
    }

    @Test func findsCheckpoints() throws {
        let journal = try Fixture.journal("full.jsonl")
        let index = try journal.index
        func line(_ checkpoint: Checkpoint?) -> Int { checkpoint.map { journal.lineNumber(at: $0.place) } ?? 0 }
        #expect(
            [-1, 0, 2, 3, 4, 5, 6, 39, 40, 99].map { line(index.checkpoints.last(atOrBefore: $0)) } == [
                0, 2, 2, 5, 5, 9, 12, 12, 14, 18,
            ])
        #expect([-1, 0, 3, 6, 41, 42].map { line(index.checkpoints.first(after: $0)) } == [2, 5, 9, 14, 18, 0])
        #expect(
            [0, 3, 5, 6, 7, 42].map { seq in
                line(index.checkpoints.firstSnapshot(from: seq).flatMap { $0.seq == seq ? $0 : nil })
            } == [
                2, 0, 9, 12, 0, 18,
            ])
    }

    @Test func readsTheSameLinesFromACheckpointAsFromTheStart() throws {
        let header = #"{"timeline":1,"session":"s","program":"counter","version":"1","started":"","segment":1}"#
        let journal = try Journal(
            bytes: [UInt8](
                lines: header, #"{"seq":0,"at":0,"state":0}"#, #"{"seq":1,"at":2,"action":0}"#,
                #"{"seq":1,"at":4,"state":1}"#, #"{"seq":2,"at":3,"action":0}"#))
        try journal.requireSound()
        var lines = try journal.lines(after: #require(journal.index.checkpoints.last(atOrBefore: 2)))
        #expect(try lines.next()?.bytes.text == #"{"seq":1,"at":4,"state":1}"#)
        #expect(try lines.next()?.bytes.text == #"{"seq":2,"at":3,"action":0}"#)
        #expect(try lines.next() == nil)
    }

    @Test func putsLateSnapshotsInTheOrderOfTheirSteps() throws {
        let journal = try Journal(
            #"{"seq":0,"at":0,"state":0}"#, #"{"seq":1,"at":1,"action":0}"#, #"{"seq":2,"at":1,"set":2}"#,
            #"{"seq":3,"at":1,"set":3}"#, #"{"seq":1,"at":1,"state":1}"#, #"{"seq":3,"at":1,"state":3}"#)
        #expect(
            journal.facts.split(separator: "\n").last
                == "checkpoints state 0 on line 2, state 1 on line 6, set 2 on line 4, set 3 on line 5, state 3 on line 7"
        )
        #expect(
            try journal.index.checkpoints.map { try journal.state(at: $0).value.description }
                == ["0", "1", "2", "3", "3"])
    }

    @Test func endsWithTheLastStepOfAGap() throws {
        let full = try Fixture.bytes("full.jsonl").text.split(separator: "\n").prefix(13).joined(separator: "\n")
        let journal = try Journal(bytes: [UInt8](lines: full)).sound()
        #expect(journal.end == 40)
    }

    @Test func noticesThatTheFileChanged() throws {
        let scratch = TemporaryFolder()
        let path = try scratch.write(try Fixture.bytes("full.jsonl"), to: "a.jsonl")
        let journal = try Journal(opening: path)
        let checkpoint = try #require(journal.index.checkpoints.last(atOrBefore: 42))
        // In place: the journal has the file open.
        try scratch.write([UInt8](repeating: UInt8(ascii: "\n"), count: 2000), to: "a.jsonl")
        #expect(errorMessage { try journal.state(at: checkpoint) } == "cannot read \(path): stale file handle")
    }

    /// More steps than the spacing of the places that the index keeps.
    @Test func walksFromAnyStep() throws {
        var text = #"{"timeline":1,"session":"s","program":"counter","version":"1","started":"","segment":1}"# + "\n"
        text += #"{"seq":0,"at":0,"state":0}"# + "\n"
        for seq in 1...1000 { text += "{\"seq\":\(seq),\"at\":\(seq)e-1,\"action\":\(seq)}\n" }
        let journal = try Journal(bytes: Array(text.utf8))
        for seq in [1, 2, 255, 256, 257, 258, 512, 513, 999, 1000] {
            var lines = try journal.lines(fromStep: seq)
            var passed = 0
            while let line = try lines.next() {
                if case .step(let step) = line.content {
                    if step.seq == seq { break }
                    passed += 1
                }
            }
            #expect(passed < 256, "a walk to step \(seq) begins near it")
            #expect(try journal.step(at: Moment(microseconds: Int64(seq) * 100_000)) == seq)
            #expect(try journal.step(at: Moment(microseconds: Int64(seq) * 100_000 - 1)) == seq - 1)
        }
    }

    @Test func countsAllDamageAndKeepsTheFirst() throws {
        let journal = try Journal(bytes: try Fixture.bytes("minimal.jsonl") + [UInt8](repeating: 0x0A, count: 5000))
        #expect(try journal.index.damageCount == 5000)
        #expect(try journal.index.damage.count == 1000)
    }

    @Test func reportsProgress() throws {
        var progress: [Int] = []
        _ = try Journal(opening: Fixture.path("Segments")) { done, total in progress += [done, total] }
        #expect(progress == [1259, 1259])
    }
}
