import TestHarness
import Testing

@Suite(.ownThreads)
struct InfoCommandTests {
    /// The disk was full before the line was complete, and the recorder continued in the next segment.
    @Test func aTornLineBeforeTheLastSegmentIsReported() throws {
        let sandbox = try Sandbox()
        _ = try sandbox.shell("cp -r \(Sandbox.fixtures)/Segments runs")
        let first = try sandbox.read("runs/counter-000001.jsonl")
        try sandbox.write(first + #"{"seq":4,"#, to: "runs/counter-000001.jsonl")
        let line = first.split(separator: "\n").count + 1
        let info = try sandbox.run(["info", "runs"])
        let rows = info.output.split(separator: "\n").filter { $0.hasPrefix("torn") || $0.hasPrefix("ended") }
        #expect(
            rows == [
                "torn       runs/counter-000001.jsonl, line \(line), byte \(first.utf8.count): incomplete, and left out",
                "ended      cleanly",
            ])
        #expect(info.errors == "")
        #expect(info.status == 0)
        let log = try sandbox.run(["log", "runs", "--from", "end"])
        #expect(log.errors == "Warning: line \(line) of runs/counter-000001.jsonl is torn and was left out\n")
        #expect(log.status == 0)
        let strict = try sandbox.run(["log", "runs", "--recover", "strict"])
        #expect(
            strict
                == Finished(
                    errors: """
                        Error: damage in runs/counter-000001.jsonl, line \(line), byte \(first.utf8.count): the line is torn: it \
                        has no line break.
                        It was not written completely; without --recover strict it is left out.

                        """, status: 65))
    }

    @Test func eachTornLineAndSegmentIsReported() throws {
        let sandbox = try Sandbox()
        _ = try sandbox.shell("cp -r \(Sandbox.fixtures)/Segments runs")
        let first = try sandbox.read("runs/counter-000001.jsonl")
        let second = try sandbox.read("runs/counter-000002.jsonl").split(separator: "\n")
        // The second segment continues the first, and its last line is torn, too.
        try sandbox.write(first + #"{"seq":4,"#, to: "runs/counter-000001.jsonl")
        let kept = second[..<3].joined(separator: "\n") + "\n"
        try sandbox.write(kept + #"{"seq":5"#, to: "runs/counter-000002.jsonl")
        try sandbox.write(#"{"timeline":1"#, to: "runs/counter-000003.jsonl")
        try sandbox.write("", to: "runs/counter-000004.jsonl")
        let line = first.split(separator: "\n").count + 1
        let reason = "line 1, byte 0: the segment ends before its first state is complete"
        let info = try sandbox.run(["info", "runs"])
        let rows = info.output.split(separator: "\n").filter { $0.hasPrefix("torn") || $0.hasPrefix("ended") }
        #expect(
            rows == [
                "torn       runs/counter-000001.jsonl, line \(line), byte \(first.utf8.count): incomplete, and left out",
                "torn       runs/counter-000002.jsonl, line 4, byte \(kept.utf8.count): incomplete, and left out",
                "torn       runs/counter-000003.jsonl, \(reason)", "torn       runs/counter-000004.jsonl, \(reason)",
                "ended      not cleanly: the last 2 segments are torn and were left out",
            ])
        let log = try sandbox.run(["log", "runs", "--from", "end"])
        #expect(
            log.errors == """
                Warning: line \(line) of runs/counter-000001.jsonl is torn and was left out
                Warning: the last line of runs/counter-000002.jsonl is torn and was left out
                Warning: a segment is torn and was left out: runs/counter-000003.jsonl, \(reason)
                Warning: the last segment is torn and was left out: runs/counter-000004.jsonl, \(reason)

                """)
        #expect(log.status == 0)
        let json = try sandbox.run(["info", "runs", "--json"])
        let places = (3...4).map {
            #"{"file":"runs/counter-00000\#($0).jsonl","line":1,"byte":0,"reason":"the segment ends before its first "#
                + #"state is complete"}"#
        }
        #expect(json.output.contains(#""torn":true,"tornSegments":["# + places.joined(separator: ",") + "],"))
    }

    @Test func aTimelineIsSummarized() throws {
        let info = try Sandbox(["run.jsonl": Recorded.run]).run(["info", "run.jsonl"])
        #expect(
            info
                == Finished(
                    output: """
                        program    counter 1.0.0
                        session    0c8b1a52-7a35-4b6b-9f0e-1f6a3c5d7e90
                        started    2026-11-21T04:31:05.123456Z
                        platform   Linux x86_64, Swift 6.3.1
                        steps      8 steps, 1 to 8, in 0.800 s
                        actions    8
                                   4  add
                                   3  increment
                                   1  reset
                        snapshots  3
                        size       990 bytes
                        ended      cleanly
                        mark       %before reset, after step 3

                        """))
    }

    @Test func theJSONOutputHasTheDocumentedKeys() throws {
        let info = try Sandbox(["run.jsonl": Recorded.run]).run(["info", "run.jsonl", "--json"])
        #expect(
            info
                == Finished(
                    output: #"{"timeline":1,"program":"counter","version":"1.0.0","#
                        + #""session":"0c8b1a52-7a35-4b6b-9f0e-1f6a3c5d7e90","started":"2026-11-21T04:31:05.123456Z","#
                        + #""steps":8,"actions":8,"opaque":0,"sets":0,"snapshots":3,"marks":1,"gaps":0,"seconds":0.8,"bytes":990,"#
                        + #""clean":true,"checked":"lines","torn":false,"damage":[],"#
                        + #""byAction":[{"action":"add","count":4},{"action":"increment","count":3},"#
                        + #"{"action":"reset","count":1}]}"# + "\n"))
    }

    @Test func damageIsListedInTheJSONOutput() throws {
        let info = try Sandbox(["run.jsonl": Recorded.run(line: 4, "hello")]).run(["info", "run.jsonl", "--json"])
        #expect(
            info.output.hasSuffix(
                #","damage":[{"file":"run.jsonl","line":4,"byte":320,"reason":"expected an object, found \"h\""}],"#
                    + #""byAction":[{"action":"add","count":3},{"action":"increment","count":3},"#
                    + #"{"action":"reset","count":1}]}"# + "\n"))
        #expect(info.status == 65)
    }

    @Test func setsAndGapsAreCounted() throws {
        let run = Recorded.text(
            Recorded.lines[..<3] + [
                #"{"seq":2,"at":0.200000,"set":{"count":40},"by":"restore"}"#,
                #"{"seq":3,"at":0.300000,"gap":{"through":5,"why":"no space left on device"}}"#,
                #"{"seq":5,"at":0.300000,"state":{"count":9}}"#, #"{"seq":5,"at":0.300000,"weather":"fine"}"#,
            ])
        let info = try Sandbox(["run.jsonl": run]).run(["info", "run.jsonl"])
        #expect(
            info
                == Finished(
                    output: """
                        program    counter 1.0.0
                        session    0c8b1a52-7a35-4b6b-9f0e-1f6a3c5d7e90
                        started    2026-11-21T04:31:05.123456Z
                        platform   Linux x86_64, Swift 6.3.1
                        steps      5 steps, 1 to 5, in 0.300 s
                        actions    1
                                   1  increment
                        states set 1
                        snapshots  2
                        gap        steps 3 to 5 are missing: no space left on device
                        unknown    1 line of an unknown kind
                        size       \(run.utf8.count) bytes
                        ended      not cleanly, or still running: there is no end line

                        """))
    }

    @Test func aFolderOfSegmentsIsOneTimeline() throws {
        let second = [
            Recorded.header.replacing(#""segment":1"#, with: #""segment":2"#),
            #"{"seq":4,"at":0.400000,"state":{"count":-3}}"#,
        ]
        let sandbox = try Sandbox([
            "runs/app-000001.jsonl": Recorded.text(Array(Recorded.lines[..<8])),
            "runs/app-000002.jsonl": Recorded.text(second + Recorded.lines[8...]),
        ])
        let log = try sandbox.run(["log", "runs"])
        let whole = try sandbox.run(["log", "-"], input: Recorded.run)
        #expect(log == whole)
        let state = try sandbox.run(["state", "runs", "7", "--json"])
        #expect(state == Finished(output: #"{"count":-2}"# + "\n"))
    }

    @Test func textsFromAFileAreEscapedOnATerminal() throws {
        let header = Recorded.header.replacing(#""counter""#, with: #""count\u001b[2Jer\u009b""#)
        let sandbox = try Sandbox(["run.jsonl": Recorded.run(line: 1, header)])
        let info = try sandbox.run(["info", "run.jsonl"])
        #expect(info.output.hasPrefix(#"program    count\u{1B}[2Jer\u{9B} 1.0.0"# + "\n"))
        let replay = try sandbox.run(["replay", "run.jsonl"])
        #expect(replay.errors.hasPrefix(#"Error: run.jsonl was recorded by the program "count\u{1B}[2Jer\u{9B}", "#))
    }

    private static let rows = """
        program    counter 1.0.0
        session    0c8b1a52-7a35-4b6b-9f0e-1f6a3c5d7e90
        started    2026-11-21T04:31:05.123456Z
        platform   Linux x86_64, Swift 6.3.1

        """

    @Test func aHeaderAloneHasNoSteps() throws {
        let run = Recorded.text([Recorded.header])
        let info = try Sandbox(["run.jsonl": run]).run(["info", "run.jsonl"])
        #expect(
            info
                == Finished(
                    output: Self.rows + """
                        steps      none: the timeline does not contain the first state
                        actions    0
                        snapshots  0
                        size       \(run.utf8.count) bytes
                        ended      not cleanly, or still running: there is no end line

                        """))
    }

    @Test(arguments: [(2, "none"), (3, "1 step, number 1, in 0.100 s")])
    func noStepAndOneStepAreWordedCorrectly(_ lines: Int, _ steps: String) throws {
        let run = Recorded.text(Array(Recorded.lines[..<lines]))
        let info = try Sandbox(["run.jsonl": run]).run(["info", "run.jsonl"])
        #expect(
            info
                == Finished(
                    output: Self.rows + """
                        steps      \(steps)
                        actions    \(lines - 2)\(lines == 3 ? "\n           1  increment" : "")
                        snapshots  1
                        size       \(run.utf8.count) bytes
                        ended      not cleanly, or still running: there is no end line

                        """))
    }

    @Test func aMissingSnapshotIsDetectedByTheCountInTheEndLine() throws {
        let run = Recorded.text(Array(Recorded.lines[..<7] + Recorded.lines[8...]))
        let sandbox = try Sandbox(["run.jsonl": run])
        let found = "run.jsonl, line 13, byte 887: the end line counts 3 snapshots, but the timeline has 2"
        let damage = "\(found); if the file was edited on purpose, correct the count or remove this line"
        #expect(
            try sandbox.run(["info", "run.jsonl"])
                == Finished(
                    output: Self.rows + """
                        steps      8 steps, 1 to 8, in 0.800 s
                        actions    8
                                   4  add
                                   3  increment
                                   1  reset
                        snapshots  2
                        size       \(run.utf8.count) bytes
                        ended      cleanly
                        damage     \(damage)
                        remedy     \(Recorded.remedy.dropLast())
                        mark       %before reset, after step 3

                        """, status: 65))
        #expect(
            try sandbox.run(["log", "run.jsonl"])
                == Finished(
                    errors: "Error: damage in \(damage).\nIt is the only damage.\n\(Recorded.remedy)\n", status: 65))
        #expect(
            try sandbox.run(["repair", "run.jsonl", "-o", "sound.jsonl"])
                == Finished(
                    output: """
                        sound.jsonl: 12 lines kept, \(try sandbox.read("sound.jsonl").utf8.count) bytes
                        left out   \(found); a corrected end line replaces it

                        """))
        #expect(try sandbox.run(["info", "sound.jsonl", "--recover", "strict"]).status == 0)
    }

    @Test func aMissingSegmentIsReported() throws {
        let second = [
            Recorded.header.replacing(#""segment":1"#, with: #""segment":2"#),
            #"{"seq":4,"at":0.400000,"state":{"count":-3}}"#,
        ]
        let run = Recorded.text(second + Recorded.lines[8...])
        let sandbox = try Sandbox(["runs/app-000002.jsonl": run])
        let missing =
            "runs/app-000002.jsonl, line 1, byte 0: this is segment 2; segment 1 is missing (app-000001.jsonl), with "
            + "steps 1 to 4, and no header says that it was dropped"
        let rows =
            Self.rows + """
                steps      4 steps, 5 to 8, in 0.800 s
                actions    4
                           2  add
                           1  increment
                           1  reset
                snapshots  2
                missing    \(missing)
                size       \(run.utf8.count) bytes
                ended      cleanly

                """
        #expect(try sandbox.run(["info", "runs"]) == Finished(output: rows))
        #expect(try sandbox.run(["info", "runs", "--recover", "strict"]) == Finished(output: rows, status: 65))
        #expect(
            try sandbox.run(["info", "runs", "--json"]).output.hasSuffix(
                #""torn":false,"damage":[],"missing":{"file":"runs/app-000002.jsonl","line":1,"byte":0,"reason":"this is "#
                    + #"segment 2; segment 1 is missing (app-000001.jsonl), with steps 1 to 4, and no header says that "#
                    + #"it was dropped"},"byAction":[{"action":"add","count":2},{"action":"increment","count":1},"#
                    + #"{"action":"reset","count":1}]}"# + "\n"))
        #expect(
            try sandbox.run(["state", "runs", "end", "--json"])
                == Finished(output: #"{"count":-1}"# + "\n", errors: "Warning: \(missing)\n"))
        #expect(
            try sandbox.run(["state", "runs", "end", "--recover", "strict"])
                == Finished(
                    errors:
                        "Error: damage in \(missing).\nWithout --recover strict, the remaining segments are read.\n",
                    status: 65))
        #expect(
            try sandbox.run(["repair", "runs", "-o", "sound.jsonl"])
                == Finished(
                    output: """
                        sound.jsonl: 8 lines kept, \(run.utf8.count) bytes
                        missing    \(missing)
                        unknown    what came before step 5

                        """))
        #expect(try sandbox.run(["info", "sound.jsonl", "--recover", "strict"]).status == 0)
    }

    @Test func theTenMostFrequentActionsAreListedAndOpaqueOnesCounted() throws {
        var lines = Array(Recorded.lines[..<2])
        func add(_ change: String) {
            lines.append(#"{"seq":\#(lines.count - 1),"at":0.100000,\#(change)}"#)
        }
        for number in 1...12 {
            for _ in 0..<(number == 12 ? 1000 : number) { add(#""action":{"act\#(number)":{}}"#) }
        }
        add(#""action":"plain""#)
        add(#""action":{"one":1,"two":2}"#)
        for _ in 0..<2 { add(#""opaque":"tap(3)""#) }
        let sandbox = try Sandbox(["run.jsonl": Recorded.text(lines)])
        let info = try sandbox.run(["info", "run.jsonl"])
        #expect(info.status == 0)
        let rows = info.output.split(separator: "\n").map(String.init).drop { !$0.hasPrefix("actions") }
        #expect(
            rows.prefix { !$0.hasPrefix("snapshots") } == [
                "actions    1,070", "           1,000  act12", "              11  act11", "              10  act10",
                "               9  act9", "               8  act8", "               7  act7", "               6  act6",
                "               5  act5", "               4  act4", "               3  act3",
                "                  and 4 more", "opaque     2 actions could not be encoded",
            ])
        let json = try sandbox.run(["info", "run.jsonl", "--json"]).output
        #expect(json.contains(#","steps":1070,"actions":1070,"opaque":2,"sets":0,"#))
        #expect(
            json.hasSuffix(
                #",{"action":"act2","count":2},{"action":null,"count":1},{"action":"act1","count":1},"#
                    + #"{"action":"plain","count":1}]}"# + "\n"))
    }

    @Test func marksComeLastAndAreLimited() throws {
        let marks = (1...12).map { #"{"seq":0,"at":0.100000,"mark":"m\#($0)"}"# }
        let info = try Sandbox(["run.jsonl": Recorded.text(Recorded.lines[..<2] + marks)]).run(["info", "run.jsonl"])
        let last = (1...10).map { "mark       %m\($0), after step 0\n" }.joined() + "           and 2 more marks\n"
        #expect(info.output.hasSuffix("there is no end line\n" + last))
    }
}
