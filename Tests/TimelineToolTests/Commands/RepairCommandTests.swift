import TestHarness
import Testing

@Suite(.ownThreads)
struct RepairCommandTests {
    /// Step 5 is unreadable, so the states before the next snapshot, that of step 8, are unknown.
    private static let damaged = Recorded.run(line: 9, "hello")

    private static let sound = Recorded.text(
        Recorded.lines[..<8] + [
            #"{"seq":5,"at":0.400000,"gap":{"through":8,"why":"damage in line 9"},"crc":"49adc655"}"#,
            Recorded.lines[12],
            #"{"seq":8,"at":0.900000,"end":{"actions":4,"snapshots":3},"crc":"3b8b2bf5"}"#,
        ])

    @Test func ofManyDamagedLinesTheFirstAreListedAndTheOthersCounted() throws {
        let lines = Recorded.run.split(separator: "\n").count
        let size = Recorded.run.utf8.count
        let sandbox = try Sandbox(["run.jsonl": Recorded.run + String(repeating: "hello\n", count: 1500)])
        let repair = try sandbox.run(["repair", "run.jsonl", "-o", "sound.jsonl"])
        let listed = (0..<20).map {
            "left out   run.jsonl, line \(lines + $0 + 1), byte \(size + 6 * $0): expected an object, found \"h\"\n"
        }
        #expect(
            repair
                == Finished(
                    output: "sound.jsonl: \(lines) lines kept, \(size) bytes\n" + listed.joined()
                        + "left out   and 1480 more\n"))
    }

    @Test func repairingTheCopyChangesNothing() throws {
        let sandbox = try Sandbox(["run.jsonl": Self.sound])
        let repair = try sandbox.run(["repair", "run.jsonl", "-o", "again.jsonl"])
        #expect(repair == Finished(output: "again.jsonl: 11 lines kept, 831 bytes\nNothing was damaged.\n"))
        #expect(try sandbox.read("again.jsonl") == Self.sound)
    }

    @Test func theReportIsGivenInJSON() throws {
        let sandbox = try Sandbox(["run.jsonl": Self.damaged + #"{"seq""#])
        let repair = try sandbox.run(["repair", "run.jsonl", "-o", "sound.jsonl", "--json"])
        #expect(
            repair
                == Finished(
                    output:
                        #"{"repaired":"sound.jsonl","kept":9,"bytes":831,"first":0,"last":8,"dropped":4,"torn":true,"#
                        + #""damage":[{"file":"run.jsonl","line":9,"byte":625,"reason":"expected an object, found \"h\""},"#
                        + [(10, 631), (11, 700), (12, 769)].map {
                            #"{"file":"run.jsonl","line":\#($0),"byte":\#($1),"reason":"it is sound, but the state before it was lost"},"#
                        }.joined()
                        + #"{"file":"run.jsonl","line":15,"byte":936,"reason":"the line is torn: it has no line break"}],"#
                        + #""lost":[{"from":5,"through":8,"lastStateKnown":true}],"startLost":false,"endLost":false}"#
                        + "\n"))
        #expect(try sandbox.read("sound.jsonl") == Self.sound)
    }

    @Test func anotherFileIsReplacedOnlyWithForce() throws {
        let sandbox = try Sandbox(["run.jsonl": Self.damaged, "sound.jsonl": "mine"])
        let refused = try sandbox.run(["repair", "run.jsonl", "-o", "sound.jsonl"])
        #expect(refused == Finished(errors: "Error: sound.jsonl already exists; --force replaces it\n", status: 73))
        let forced = try sandbox.run(["repair", "run.jsonl", "-o", "sound.jsonl", "--force"])
        #expect(forced.status == 0)
        #expect(try sandbox.read("sound.jsonl") == Self.sound)
    }

    @Test func aLastSegmentLostToAPowerFailureIsLeftOut() throws {
        let zeros = String(repeating: "\0", count: 512)
        let sandbox = try Sandbox([
            "runs/app-000001.jsonl": Recorded.text(Array(Recorded.lines[..<8])),
            "runs/app-000002.jsonl": zeros + Recorded.text([Recorded.lines[8]]),
        ])
        let repair = try sandbox.run(["repair", "runs", "-o", "sound.jsonl"])
        #expect(
            repair
                == Finished(
                    output: """
                        sound.jsonl: 8 lines kept, 625 bytes
                        left out   runs/app-000002.jsonl, line 1, byte 0: expected an object, found byte 0x0; without its \
                        header, the whole file is left out
                        unknown    whether more steps came after step 4

                        """))
        #expect(try sandbox.read("sound.jsonl") == Recorded.text(Array(Recorded.lines[..<8])))
        let log = try sandbox.run(["state", "runs", "end"])
        #expect(log.status == 0)
        #expect(
            log.errors == """
                Warning: the last segment is torn and was left out: runs/app-000002.jsonl, line 1, byte 0: it holds zeros: \
                the power failed before the segment's first lines were on the disk

                """)
        let info = try sandbox.shell("timeline info runs | grep ended")
        #expect(info.output == "ended      not cleanly: the last segment is torn and was left out\n")
        let strict = try sandbox.run(["state", "runs", "end", "--recover", "strict"])
        #expect(
            strict
                == Finished(
                    errors: """
                        Error: damage in runs/app-000002.jsonl, line 1, byte 0: it holds zeros: the power failed before the \
                        segment's first lines were on the disk.
                        It was not written completely; without --recover strict it is left out.

                        """, status: 65))
    }

    @Test func theCopyRecordsThatTheLastReducerNeverReturned() throws {
        let sandbox = try Sandbox()
        let recorded = try sandbox.shell(
            "timeline record -o run.jsonl -- episodes < \(Sandbox.fixtures)/Scripts/trap.txt")
        #expect(recorded.status > 128)
        let original = try sandbox.shell("timeline info run.jsonl | grep ended")
        let repair = try sandbox.shell(
            "timeline repair run.jsonl -o sound.jsonl && timeline info sound.jsonl | grep ended")
        #expect(repair.output.hasSuffix(original.output))
        #expect(original.output.hasSuffix("whose reducer never returned\n"))
    }
}
