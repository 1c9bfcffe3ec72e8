import Foundation
import TestHarness
import Testing

/// Timelines of the counter, all in the folder `runs`.
@Suite(.ownThreads)
struct VerifyCommandTests {
    /// A timeline without faults that adds 1, 5 and 1.
    private static let lines = [
        Recorded.header, #"{"seq":0,"at":0.000000,"state":{"count":0}}"#,
        #"{"seq":1,"at":0.100000,"action":{"increment":{}},"from":"user"}"#,
        #"{"seq":2,"at":0.200000,"action":{"add":{"amount":5}},"from":"user"}"#,
        #"{"seq":2,"at":0.200000,"state":{"count":6}}"#,
        #"{"seq":3,"at":0.300000,"action":{"increment":{}},"from":"user"}"#,
        #"{"seq":3,"at":0.300000,"state":{"count":7}}"#,
    ]

    private static func changed(_ number: Int, _ line: String) -> String {
        var lines = lines
        lines[number - 1] = line
        return Recorded.text(lines)
    }

    private static let sound = Recorded.text(lines)
    private static let diverged = changed(7, #"{"seq":3,"at":0.300000,"state":{"count":9}}"#)
    private static let trapping = changed(6, #"{"seq":3,"at":0.300000,"action":{"crash":{}},"from":"user"}"#)

    private static let all = [
        "runs/broken.jsonl": Recorded.run,
        "runs/damaged.jsonl": changed(6, #"{"seq":3,"at":0.3"#),
        "runs/diverged.jsonl": diverged,
        "runs/foreign.jsonl": sound.replacing(#""counter""#, with: #""other""#),
        "runs/more/schema.jsonl": changed(6, #"{"seq":3,"at":0.300000,"action":{"subtract":{}},"from":"user"}"#),
        "runs/more/sound.jsonl": sound,
        "runs/outside.jsonl": Recorded.text(
            Array(lines[..<3]) + [#"{"seq":2,"at":0.200000,"set":{"count":4},"by":"outside"}"#]
                + [#"{"seq":3,"at":0.300000,"action":{"increment":{}},"from":"user"}"#]
                + [#"{"seq":3,"at":0.300000,"state":{"count":5}}"#]),
        "runs/short.jsonl": Recorded.text(Array(lines[..<4])),
        "runs/trapping.jsonl": trapping,
        "runs/unstable.jsonl": Recorded.text([
            lines[0], #"{"seq":0,"at":0.000000,"state":{"count":9223372036854775806}}"#, lines[2],
            #"{"seq":1,"at":0.200000,"state":{"count":4}}"#,
        ]),
    ]

    @Test func eachTimelineOfAFolderGetsItsOwnResult() throws {
        let sandbox = try Sandbox(Self.all)
        let finished = try sandbox.run(["verify", "runs"])
        #expect(
            finished.output == """
                runs/broken.jsonl: the invariant "count is never negative" is broken after step 3.
                runs/damaged.jsonl: damaged. Line 6, byte 449: expected a comma or }, found the end.
                runs/diverged.jsonl: replay differs from the recording after step 3.
                Step 3 gave a different state than when recorded (recorded → replayed):
                    $.count  9 → 7
                50 replays here and 16 in other processes agree, and not with the recording:
                the reducer has changed since, or it reads something that no replay changes.
                runs/foreign.jsonl: recorded by the program "other", and this executable holds "counter"
                runs/outside.jsonl: sound. 2 steps replayed, 1 state set. It agrees with 1 recorded state.
                The state was changed outside the reducer; the change is step 2.
                runs/short.jsonl: can't tell. 2 steps replayed. There is no recorded state to compare with.
                runs/trapping.jsonl: the reducer trapped in step 3: this step crashes the app, and there is no state after it
                runs/unstable.jsonl: replay differs from the recording after step 1.
                Step 1 gave a different state than when recorded (recorded → replayed):
                    $.count  4 → 9223372036854775807
                The state does not survive its coding: encoding and decoding changes $.count.
                The invariant "count is small" is broken after step 0.
                runs/more/schema.jsonl: line 6: the program cannot decode the action of step 3: CounterAction has no case "subtract".
                Version 1.0.0 of the program recorded it, or it was edited.
                If the schema changed since, give the program a new version, and declare how:

                  let migrations: [Migration] = [
                      .actions(to: "NEW VERSION") { action in
                          action.rename("subtract", to: …)
                      }
                  ]
                10 timelines: 2 sound, 3 diverged, 1 with a broken invariant, 1 trapped, 1 damaged, 1 unreachable, 1 unconfirmed.

                """)
        #expect(finished.status == 1)
        // What the runtime prints names the timeline.
        let lines = finished.errors.split(separator: "\n")
        #expect(!lines.isEmpty && lines.allSatisfy { $0.hasPrefix("runs/trapping.jsonl: ") })
    }

    @Test func theLinesOfJSONHaveTheFacts() throws {
        let sandbox = try Sandbox(Self.all)
        let finished = try sandbox.run(["verify", "runs", "--json"])
        let session = #""session":"0c8b1a52-7a35-4b6b-9f0e-1f6a3c5d7e90""#
        #expect(
            finished.output == """
                {"file":"runs/broken.jsonl","result":"broken",\(session),"steps":8,"replayed":8,"confirmed":2,"invariant":{"name":"count is never negative","seq":3}}
                {"file":"runs/damaged.jsonl","result":"damaged","damage":{"file":"runs/damaged.jsonl","line":6,"byte":449,"reason":"expected a comma or }, found the end"}}
                {"file":"runs/diverged.jsonl","result":"diverged",\(session),"steps":3,"replayed":3,"confirmed":1,"divergence":{"seq":3,"agreedUpTo":2,"cause":"reducerChanged","paths":["$.count"],"diff":[{"op":"replace","path":"/count","value":7}]}}
                {"file":"runs/foreign.jsonl","result":"unreachable","reason":"recorded by the program \\"other\\", and this executable holds \\"counter\\""}
                {"file":"runs/outside.jsonl","result":"sound",\(session),"steps":3,"replayed":2,"confirmed":1,"outside":[2]}
                {"file":"runs/short.jsonl","result":"unconfirmed",\(session),"steps":2,"replayed":2,"confirmed":0}
                {"file":"runs/trapping.jsonl","result":"trapped","seq":3}
                {"file":"runs/unstable.jsonl","result":"diverged",\(session),"steps":1,"replayed":1,"confirmed":0,"divergence":{"seq":1,"agreedUpTo":0,"cause":"unstableCoding","paths":["$.count"],"diff":[{"op":"replace","path":"/count","value":9223372036854775807}],"unstable":["$.count"]},"invariant":{"name":"count is small","seq":0}}
                {"file":"runs/more/schema.jsonl","result":"diverged",\(session),"steps":3,"replayed":2,"confirmed":1,"divergence":{"seq":3,"agreedUpTo":2,"cause":"schemaChanged","what":"action","line":6,"reason":"CounterAction has no case \\"subtract\\""}}
                {"file":"runs/more/sound.jsonl","result":"sound",\(session),"steps":3,"replayed":3,"confirmed":2}

                """)
    }

    @Test(arguments: [
        (["broken", "damaged", "foreign", "short"], 1), (["trapping", "outside"], 1),
        (["damaged", "foreign", "short"], 65), (["nowhere", "outside"], 65), (["foreign", "unstable"], 69),
        (["short", "outside"], 2), (["unstable", "outside"], 2), (["outside", "more/sound"], 0),
    ])
    func theExitStatusIsThatOfTheWorstResult(_ names: [String], status: Int) throws {
        let sandbox = try Sandbox(Self.all)
        #expect(try sandbox.run(["verify", "--json"] + names.map { "runs/\($0).jsonl" }).status == Int32(status))
    }

    @Test func manyTimelinesAreInOrderWhateverTheyTake() throws {
        var files: [String: String] = [:]
        for number in 100..<160 {
            files["runs/\(number).jsonl"] = number.isMultiple(of: 7) ? Self.trapping : Self.sound
        }
        let sandbox = try Sandbox(files)
        let finished = try sandbox.run(["verify", "runs", "--json"])
        let expected = (100..<160).map {
            "{\"file\":\"runs/\($0).jsonl\",\"result\":\"\($0.isMultiple(of: 7) ? "trapped" : "sound")\""
        }
        #expect(
            finished.output.split(separator: "\n").map { $0.split(separator: ",")[..<2].joined(separator: ",") }
                == expected.map { $0 })
        #expect(finished.status == 1)
    }

    @Test func aSubfolderThatCannotBeReadIsOneErrorAndTheOthersAreVerified() throws {
        let sandbox = try Sandbox(["runs/a/run.jsonl": Self.sound, "runs/z/run.jsonl": Self.sound])
        // The path of the last folder is longer than the system allows.
        let name = String(repeating: "x", count: 255)
        _ = try sandbox.shell("cd runs; for n in $(seq 16); do mkdir \(name); cd \(name); done")
        let deepest = "runs/" + Array(repeating: name, count: 16).joined(separator: "/")
        #expect(
            try sandbox.run(["verify", "runs"])
                == Finished(
                    output: """
                        cannot open \(deepest): file name too long
                        3 timelines: 2 sound, 1 unreadable.

                        """, status: 65))
        #expect(try sandbox.shell("rm -r runs").status == 0)
    }

    // MARK: - Known findings

    @Test func acceptedFindingsDoNotFailAndThoseThatDoNotOccurAreNamed() throws {
        let sandbox = try Sandbox(Self.all)
        try sandbox.write(try sandbox.run(["verify", "runs", "--json"]).output, to: "known.jsonl")
        #expect(
            try sandbox.run(["verify", "runs", "--accept", "known.jsonl"]).output == """
                runs/outside.jsonl: sound. 2 steps replayed, 1 state set. It agrees with 1 recorded state.
                The state was changed outside the reducer; the change is step 2.
                10 timelines: 2 sound, 8 accepted.

                """)
        let some = try sandbox.run([
            "verify", "runs/broken.jsonl", "runs/diverged.jsonl", "--accept", "known.jsonl", "--json",
        ])
        #expect(some.status == 0)
        #expect(some.output.split(separator: "\n").allSatisfy { $0.hasSuffix(#","accepted":true}"#) })
        #expect(
            some.errors.split(separator: "\n").first
                == "Warning: an accepted finding did not occur: damaged.jsonl, damaged")
        // Another finding in the same file fails.
        try sandbox.write(Self.changed(7, #"{"seq":3,"at":0.300000,"state":{"count":9}}"#), to: "runs/sound2.jsonl")
        #expect(try sandbox.run(["verify", "runs/sound2.jsonl", "--accept", "known.jsonl"]).status == 0)
        try sandbox.write(Self.changed(5, #"{"seq":2,"at":0.200000,"state":{"count":9}}"#), to: "runs/sound2.jsonl")
        #expect(try sandbox.run(["verify", "runs/sound2.jsonl", "--accept", "known.jsonl"]).status == 1)
    }

    // MARK: - The report

    @Test func theReportHasATestCaseForEachTimeline() throws {
        let sandbox = try Sandbox([
            "a.jsonl": Self.sound, "b.jsonl": Recorded.run,
            "c\u{1}<&\">.jsonl": Self.sound.replacing(#""state":"#, with: ""),
            "known.jsonl": #"{"file":"d.jsonl","result":"unconfirmed"}"#,
            "d.jsonl": Recorded.text(Array(Self.lines[..<4])),
        ])
        let arguments = ["verify", "a.jsonl", "b.jsonl", "c\u{1}<&\">.jsonl", "d.jsonl", "--junit", "report.xml"]
        #expect(try sandbox.run(arguments + ["--accept", "known.jsonl"]).status == 1)
        #expect(
            try sandbox.read("report.xml")
                == """
                <?xml version="1.0" encoding="UTF-8"?>
                <testsuites>
                <testsuite name="timeline verify" tests="4" failures="1" errors="1" skipped="1">
                <testcase classname="timeline" name="a.jsonl"/>
                <testcase classname="timeline" name="b.jsonl"><failure type="broken">b.jsonl: the invariant &quot;count is never negative&quot; is broken after step 3.</failure></testcase>
                <testcase classname="timeline" name="c\\u{1}&lt;&amp;&quot;&gt;.jsonl"><error type="damaged">c\\u{1}&lt;&amp;&quot;&gt;.jsonl: damaged. Line 2, byte 235: expected a key in quotes, found &quot;{&quot;.</error></testcase>
                <testcase classname="timeline" name="d.jsonl"><skipped message="d.jsonl: can&apos;t tell. 2 steps replayed. There is no recorded state to compare with."/></testcase>
                </testsuite>
                </testsuites>

                """.replacing("&apos;", with: "'"))
        let existing = try sandbox.run(arguments)
        #expect(existing.status == 73)
        #expect(existing.errors == "Error: report.xml already exists; --force replaces it\n")
        #expect(try sandbox.run(arguments + ["--force"]).status == 1)
    }

    @Test(arguments: ["e", "d/step", "sound"])
    func theNameOfAFileIsShownAlsoIfTheTextContainsIt(_ name: String) throws {
        let sandbox = try Sandbox([name: Self.sound])
        #expect(
            try sandbox.run(["verify", name]).output
                == "\(name): sound. 3 steps replayed. It agrees with 2 recorded states.\n")
    }
}
