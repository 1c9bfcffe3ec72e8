import CounterCore
import TestHarness
import Testing

@Suite(.ownThreads)
struct ReplayCommandTests {
    private let sandbox: Sandbox

    init() throws {
        sandbox = try Sandbox([
            "run.jsonl": Recorded.run,
            "diverged.jsonl": Recorded.run(line: 13, #"{"seq":8,"at":0.800000,"state":{"count":7}}"#),
        ])
    }

    @Test func stepsComeAtTheirTimes() throws {
        let start = ContinuousClock.now
        let slow = try sandbox.run(["replay", "run.jsonl", "--from", "6"])
        let time = ContinuousClock.now - start
        #expect(slow.output.hasSuffix("2 steps replayed. It agrees with 1 recorded state.\n"))
        // From 0.6 to 0.8 seconds: not sooner; the delay after that depends on the machine.
        #expect(time >= .milliseconds(200))
        let cut = try sandbox.run(["replay", "run.jsonl", "--from", "6", "--speed", "0.01", "--idle-limit", "0"])
        #expect(cut == slow)
    }

    // MARK: - What replay confirms

    /// The recording of a program whose actions cannot be encoded.
    private static let opaqueRun = Recorded.text(
        Recorded.lines[..<2]
            + (1...3).flatMap {
                [
                    #"{"seq":\#($0),"at":0.\#($0)00000,"opaque":"callback"}"#,
                    #"{"seq":\#($0),"at":0.\#($0)00000,"state":{"count":\#($0)}}"#,
                ]
            })

    @Test func aRecordingOfOpaqueActionsIsNotVerified() throws {
        let text = """
            0 steps replayed, 3 steps skipped. There is no recorded state to compare with.
            Skipped, because their actions are not in the file: steps 1 to 3.

            """
        let verified = try sandbox.run(["replay", "-", "--verify"], input: Self.opaqueRun)
        #expect(verified == Finished(output: text, status: 2))
        let fresh = try sandbox.run(["replay", "-", "--verify", "--fresh"], input: Self.opaqueRun)
        #expect(fresh == Finished(output: text))
        let json = try sandbox.run(["replay", "-", "--verify", "--json"], input: Self.opaqueRun)
        #expect(
            json
                == Finished(output: #"{"replayed":0,"skipped":3,"confirmed":0,"divergence":null}"# + "\n", status: 2))
        let shown = try sandbox.run(["replay", "-", "--no-wait"], input: Self.opaqueRun)
        #expect(
            shown
                == Finished(
                    output: """
                              1     0.100            step 1 could not be replayed: the action of step 1 was not encoded (callback)
                                                       $.count  0 → 1
                              2     0.200            step 2 could not be replayed: the action of step 2 was not encoded (callback)
                                                       $.count  1 → 2
                              3     0.300            step 3 could not be replayed: the action of step 3 was not encoded (callback)
                                                       $.count  2 → 3

                        """ + text))
    }

    /// A run that was killed before the last snapshot was written.
    @Test func stepsAtTheEndWithoutAStateAreSkipped() throws {
        let run = Recorded.text(
            Array(Recorded.lines[..<8]) + [
                #"{"seq":5,"at":0.500000,"opaque":"callback"}"#,
                #"{"seq":6,"at":0.600000,"action":{"increment":{}},"from":"user"}"#,
            ])
        let text = """
            4 steps replayed, 2 steps skipped. It agrees with 1 recorded state.
            Skipped, because their actions are not in the file: steps 5 to 6.
            Steps 5 to 6 cannot be reduced, and no recorded state follows.

            """
        #expect(try sandbox.run(["replay", "-", "--verify"], input: run) == Finished(output: text, status: 2))
        #expect(try sandbox.run(["replay", "-", "--verify", "--fresh"], input: run) == Finished(output: text))
        #expect(try sandbox.run(["replay", "-", "--no-wait"], input: run).output.hasSuffix(text))
        let cut = try sandbox.run(["replay", "-", "--verify", "--json", "--to", "5"], input: run)
        #expect(
            cut
                == Finished(
                    output: #"{"replayed":4,"skipped":1,"confirmed":1,"divergence":null,"#
                        + #""unreduced":{"from":5,"through":5}}"# + "\n", status: 2))
        // A later state would not show what the steps in the range did.
        let known = try sandbox.run(
            ["replay", "-", "--verify", "--to", "5"],
            input: run + #"{"seq":6,"at":0.600000,"state":{"count":9}}"# + "\n")
        #expect(
            known
                == Finished(
                    output: """
                        4 steps replayed, 1 step skipped. It agrees with 1 recorded state.
                        Skipped, because their actions are not in the file: step 5.
                        Step 5 cannot be reduced, and no recorded state follows up to step 5.

                        """, status: 2))
    }

    // MARK: - Fresh

    /// The fixed program stops at 0, and differs from step 3 on.
    @Test func aFreshReplayUsesThePresentProgram() throws {
        let fixed = ["COUNTER_FIXED": "1"]
        func counts(_ flags: [String]) throws -> [String] {
            try (0...8).map {
                try sandbox.run(["state", "run.jsonl", "\($0)", "--json"] + flags, environment: fixed).output
            }.map { String($0.dropFirst(#"{"count":"#.count).prefix { $0 != "}" }) }
        }
        #expect(try counts(["--fresh"]) == ["0", "1", "6", "0", "1", "0", "0", "0", "1"])
        #expect(try counts([]) == ["0", "1", "6", "0", "-3", "0", "0", "0", "-1"])
        let replay = try sandbox.run(["replay", "run.jsonl", "--fresh", "--verify", "--json"], environment: fixed)
        #expect(
            replay
                == Finished(
                    output: #"{"replayed":8,"skipped":0,"confirmed":0,"divergence":{"seq":4,"agreedUpTo":0,"#
                        + #""diff":[{"op":"replace","path":"/count","value":1}]}}"# + "\n", status: 1))
    }

    /// Up to step 4 the snapshots are those of a reducer that counted double.
    private static let changedRun = Recorded.run(line: 8, #"{"seq":4,"at":0.400000,"state":{"count":-6}}"#)

    @Test func aFreshReplayStartsFromTheFirstState() throws {
        let state = ["state", "-", "4", "--json"]
        #expect(
            try sandbox.run(state, input: Self.changedRun) == Finished(output: #"{"count":-6}"# + "\n"))
        #expect(
            try sandbox.run(state + ["--fresh"], input: Self.changedRun)
                == Finished(output: #"{"count":-3}"# + "\n"))
        let replay = ["replay", "-", "--no-wait", "--from", "4", "--to", "5"]
        let step = "      5     0.500  user      reset\n" + String(repeating: " ", count: 29)
        let end = "1 step replayed. There is no recorded state to compare with.\n"
        #expect(
            try sandbox.run(replay, input: Self.changedRun)
                == Finished(output: "\(step)  $.count  -6 → 0\n\(end)"))
        #expect(
            try sandbox.run(replay + ["--fresh"], input: Self.changedRun)
                == Finished(output: "\(step)  $.count  -3 → 0\n\(end)"))
    }

    @Test func aFreshReplayOfABundleNamesItsFirstPosition() throws {
        let bundle = Recorded.text(
            [
                Recorded.header.dropLast() + #","bundle":{"states":2,"last":{"seq":42,"reduced":true}}}"#,
                #"{"seq":40,"at":0.000000,"state":{"count":7}}"#,
                #"{"seq":41,"at":0.100000,"action":{"increment":{}},"from":"user"}"#,
                #"{"seq":42,"at":0.200000,"action":{"increment":{}},"from":"user"}"#,
                #"{"seq":42,"at":0.200000,"state":{"count":90}}"#,
            ])
        let state = try sandbox.run(["state", "-", "end", "--fresh", "--json"], input: bundle)
        let note = "The recording begins at step 40: this holds from there on.\n"
        #expect(state == Finished(output: #"{"count":9}"# + "\n", errors: note))
        let replay = try sandbox.run(["replay", "-", "--fresh", "--verify", "--json"], input: bundle)
        #expect(
            replay
                == Finished(
                    output: #"{"replayed":2,"skipped":0,"confirmed":0,"divergence":{"seq":42,"agreedUpTo":40,"#
                        + #""diff":[{"op":"replace","path":"/count","value":9}]},"from":40}"# + "\n", status: 1))
        let text = try sandbox.run(["replay", "-", "--fresh", "--verify"], input: bundle)
        #expect(text.output.hasPrefix("2 steps replayed.\n" + note + "Replay differs"))
    }

    @Test func aFreshAnswerListsTheStepsThatItCouldNotReduce() throws {
        let run = Recorded.text(
            Array(Recorded.lines[..<3]) + [
                #"{"seq":2,"at":0.200000,"gap":{"through":5,"why":"no space left on device"}}"#,
                #"{"seq":5,"at":0.500000,"state":{"count":9}}"#,
                #"{"seq":6,"at":0.600000,"action":{"increment":{}},"from":"user"}"#,
                #"{"seq":6,"at":0.600000,"state":{"count":100}}"#,
                #"{"seq":7,"at":0.700000,"opaque":"callback"}"#,
                #"{"seq":7,"at":0.700000,"state":{"count":20}}"#,
                #"{"seq":8,"at":0.800000,"action":{"increment":{}},"from":"user"}"#,
            ])
        let note =
            "Not replayed, because their actions are not in the file: steps 2 to 5, step 7. "
            + "Replay continued from the states recorded after them.\n"
        let state = try sandbox.run(["state", "-", "8", "--fresh", "--json"], input: run)
        #expect(state == Finished(output: #"{"count":21}"# + "\n", errors: note))
        let diff = try sandbox.run(["diff", "-", "6", "8", "--fresh"], input: run)
        #expect(diff == Finished(output: "  $.count  10 → 21\n", errors: note))
        let early = try sandbox.run(["diff", "-", "0", "1", "--fresh"], input: run)
        #expect(early == Finished(output: "  $.count  0 → 1\n"))
        let unknown = try sandbox.run(["state", "-", "3", "--fresh"], input: run)
        #expect(
            unknown
                == Finished(
                    errors: "Error: the state after step 3 of standard input cannot be known: "
                        + "steps 2 to 5 are not in the file: no space left on device\n", status: 2))
        let replay = try sandbox.run(
            ["replay", "-", "--fresh", "--no-wait", "--json", "--from", "6"], input: run)
        #expect(
            replay
                == Finished(
                    output: """
                        {"seq":7,"at":0.700000,\
                        "skipped":{"from":7,"through":7,"why":"the action of step 7 was not encoded (callback)"},\
                        "diff":[{"op":"replace","path":"/count","value":20}]}
                        {"seq":8,"at":0.800000,"action":{"increment":{}},"from":"user",\
                        "diff":[{"op":"replace","path":"/count","value":21}]}
                        {"replayed":1,"skipped":1,"confirmed":0,"divergence":null,"skippedSteps":[[2,5],[7,7]]}

                        """))
    }

    @Test func aFreshStateNeedsTheProgram() throws {
        let state = try sandbox.run(["state", "run.jsonl", "4", "--fresh"], with: "bare-timeline")
        #expect(state.status == 69)
    }
}
