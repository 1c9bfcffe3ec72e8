import TestHarness
import Testing

/// Edits of `Recorded.run`, which counts 0, 1, 6, -4, -3, 0, -1, -2, -1.
@Suite(.ownThreads)
struct EditedTimelineTests {
    private let sandbox: Sandbox

    private static let session = "0c8b1a52-7a35-4b6b-9f0e-1f6a3c5d7e90"

    init() throws { sandbox = try Sandbox(["run.jsonl": Recorded.run]) }

    @Test func replayShowsTheOutcomeBesideTheRecordedOne() throws {
        #expect(
            try sandbox.run(["replay", "run.jsonl", "--skip", "7", "--from", "5", "--no-wait"])
                == Finished(
                    output: """
                              6     0.600  user      add {"amount":-1}
                                                       $.count  0 → -1
                              7     0.800  user      increment
                                                       $.count  -1 → 0
                        2 steps replayed. There is no recorded state to compare with.
                        The state differs from the one recorded after step 8 (recorded → edited):
                            $.count  -1 → 0

                        """))
        #expect(
            try sandbox.run(["replay", "run.jsonl", "--skip", "7", "--verify", "--json"])
                == Finished(
                    output: #"{"replayed":7,"skipped":0,"confirmed":1,"divergence":null,"#
                        + #""recorded":{"seq":8,"diff":[{"op":"replace","path":"/count","value":0}]}}"# + "\n"))
    }

    @Test func editsThatChangeNothingAreReportedAsSuch() throws {
        #expect(
            try sandbox.run(["replay", "run.jsonl", "--skip", "4", "--verify"])
                == Finished(
                    output: """
                        7 steps replayed. There is no recorded state to compare with.
                        The edits change nothing: the state recorded after step 8 is the same.

                        """))
    }

    @Test func bisectFindsTheStepAndThatOfTheRecording() throws {
        let search = ["bisect", "run.jsonl", "--bad", "$.count < 0", "--to"].dropLast()
        #expect(
            try sandbox.run(search + ["--bad-at", "4", "--edit", "3", #"{"add":{"amount":-6}}"#])
                == Finished(
                    output: """
                        The state after step 4, the bad end, is good: $.count < 0 is false.
                        If a state before it was bad, pass its position with --bad-at, or judge every
                        state with --first.
                        In the recording, step 3 turned the state bad.

                        """, status: 1))
        let found = try sandbox.run(search + ["--skip", "6", "--skip", "3", "--skip", "1", "--bad-at", "4"])
        #expect(found.status == 0)
        #expect(found.output.hasPrefix("Step 4 turned the state bad: $.count < 0.\n"))
        #expect(found.output.hasSuffix("In the recording, step 3 turned the state bad.\n"))
    }

    @Test func theStatesOfASavedTimelineAreTheEditedOnes() throws {
        let saving = ["replay", "run.jsonl", "--insert", "2", #"{"increment":{}}"#, "--verify", "-o", "edited.jsonl"]
        #expect(try sandbox.run(saving).status == 0)
        #expect(try sandbox.run(["state", "edited.jsonl", "3", "--json"]) == Finished(output: #"{"count":7}"# + "\n"))
        #expect(try sandbox.run(["diff", "edited.jsonl", "2", "3"]) == Finished(output: "  $.count  6 → 7\n"))
    }

    @Test func aStateThatIsTheRecordedOneShowsNoOutcome() throws {
        var lines = Recorded.lines
        lines[6] = #"{"seq":4,"at":0.400000,"opaque":"Increment()","from":"user"}"#
        try sandbox.write(Recorded.text(lines), to: "run.jsonl")
        #expect(
            try sandbox.run(["replay", "run.jsonl", "--skip", "1", "--verify"])
                == Finished(
                    output: """
                        6 steps replayed, 1 step skipped. There is no recorded state to compare with.
                        Skipped, because their actions are not in the file: step 3.
                        Can't tell what the edits change from step 4 on: a step before it cannot be reduced again, and the
                        state after it is the recorded one.

                        """, status: 2))
        #expect(try sandbox.run(["replay", "run.jsonl", "--skip", "1", "--verify", "--to", "2"]).status == 0)
    }

    @Test func anEditedTimelineIsSavedWithItsOrigin() throws {
        let saving = ["replay", "run.jsonl", "--skip", "2", "--to", "2", "--verify", "-o", "edited.jsonl"]
        #expect(
            try sandbox.run(saving)
                == Finished(
                    output: """
                        2 steps replayed. There is no recorded state to compare with.
                        The state differs from the one recorded after step 3 (recorded → edited):
                            $.count  -4 → -9

                        """,
                    errors: """
                        The edited timeline is saved as edited.jsonl.
                        Step 3 was caused by step 2, which is left out: --skip 3 leaves it out, too.

                        """))
        let lines = Notes.plain(try sandbox.read("edited.jsonl"))
        let session = "d9baacbb-4861-85c3-b053-2bcae2fd9bbb"
        #expect(
            lines == [
                String(Recorded.header.dropLast()).replacing(Self.session, with: session)
                    + #","derived":{"session":"0c8b1a52-7a35-4b6b-9f0e-1f6a3c5d7e90","by":"edit","skipped":[[2,2]]},"#
                    + #""checksums":"crc32c"}"#,
                #"{"seq":0,"at":0.000000,"state":{"count":0}}"#,
                #"{"seq":1,"at":0.100000,"action":{"increment":{}},"from":"user"}"#,
                #"{"seq":2,"at":0.300000,"action":{"add":{"amount":-10}},"from":"effect","recorded":3}"#,
                #"{"seq":2,"at":0.350000,"mark":"before reset"}"#,
                #"{"seq":3,"at":0.400000,"action":{"increment":{}},"from":"user","recorded":4}"#,
                #"{"seq":4,"at":0.500000,"action":{"reset":{}},"from":"user","recorded":5}"#,
                #"{"seq":5,"at":0.600000,"action":{"add":{"amount":-1}},"from":"user","recorded":6}"#,
                #"{"seq":6,"at":0.700000,"action":{"add":{"amount":-1}},"from":"user","recorded":7}"#,
                #"{"seq":7,"at":0.800000,"action":{"increment":{}},"from":"user","recorded":8}"#,
                #"{"seq":7,"at":0.800000,"end":{"actions":7,"snapshots":1}}"#,
            ])
        #expect(
            try sandbox.run(saving)
                == Finished(errors: "Error: edited.jsonl already exists; --force replaces it\n", status: 73))
        #expect(try sandbox.run(saving + ["--force"]).status == 0)
    }

    @Test(
        arguments: [
            (
                ["--skip", "0"], 64, "--skip 0: position 0 is the first state, which no step made"
            ),
            (["--skip", "9"], 1, "there is no position 9 in run.jsonl: it has positions 0 to 8"),
            (
                ["--skip", "x"], 64,
                #""x" is no position. A position is a step such as 17, end, -5 (five before the end), @12.5s, or %name (a mark)."#
            ),
            (["--edit", "3"], 64, #"--edit 3: give a position and an action, such as --edit 17 '{"increment":{}}'"#),
            (
                ["--insert", "3", "{"], 64,
                "--insert 3: the action is not JSON: byte 1: expected a key in quotes, found the end"
            ),
            (
                ["--insert", "3", #"{"grow":{}}"#], 64,
                #"--insert 3: the program "counter" has no such action: CounterAction has no case "grow""#
            ),
            (
                ["--skip", "3", "--edit", "3", #"{"reset":{}}"#], 64,
                "--edit 3: step 3 is edited twice, or left out by --skip"
            ),
            (["--skip", "3", "-o", "run.jsonl"], 64, "-o run.jsonl: an edited timeline must not replace its original"),
        ] as [([String], Int32, String)])
    func aWrongEditIsAnError(arguments: [String], status: Int32, message: String) throws {
        #expect(
            try sandbox.run(["replay", "run.jsonl", "--verify"] + arguments)
                == Finished(errors: "Error: \(message)\n", status: status))
    }
}
