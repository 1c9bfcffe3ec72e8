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

    private static let rows = """
        program    counter 1.0.0
        session    0c8b1a52-7a35-4b6b-9f0e-1f6a3c5d7e90
        started    2026-11-21T04:31:05.123456Z
        platform   Linux x86_64, Swift 6.3.1

        """

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
