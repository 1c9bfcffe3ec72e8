import Testing

struct ReplayCommandTests {
    private let sandbox: Sandbox

    init() throws {
        sandbox = try Sandbox([
            "run.jsonl": Recorded.run,
            "diverged.jsonl": Recorded.run(line: 13, #"{"seq":8,"at":0.800000,"state":{"count":7}}"#),
        ])
    }

    @Test func everyStepIsShownWithWhatItChanged() throws {
        let replay = try sandbox.run(["replay", "run.jsonl", "--no-wait", "--to", "4"])
        #expect(
            replay
                == Finished(
                    output: """
                              1     0.100  user      increment
                                                       $.count  0 → 1
                              2     0.200  user      add {"amount":5}
                                                       $.count  1 → 6
                              3     0.300  effect    add {"amount":-10}
                                                       $.count  6 → -4
                              4     0.400  user      increment
                                                       $.count  -4 → -3
                        4 steps replayed. It agrees with 1 recorded state.

                        """))
    }

    @Test func inJSONEveryStepIsALineAndTheLastSumsUp() throws {
        let replay = try sandbox.run(["replay", "run.jsonl", "--no-wait", "--from", "6", "--json"])
        #expect(
            replay
                == Finished(
                    output: """
                        {"seq":7,"at":0.700000,"action":{"add":{"amount":-1}},"from":"user",\
                        "diff":[{"op":"replace","path":"/count","value":-2}]}
                        {"seq":8,"at":0.800000,"action":{"increment":{}},"from":"user",\
                        "diff":[{"op":"replace","path":"/count","value":-1}]}
                        {"replayed":2,"confirmed":1,"divergence":null}

                        """))
    }

    @Test func verifyingOnlySumsUp() throws {
        let text = try sandbox.run(["replay", "run.jsonl", "--verify"])
        #expect(text == Finished(output: "8 steps replayed. It agrees with 2 recorded states.\n"))
        let json = try sandbox.run(["replay", "run.jsonl", "--verify", "--json"])
        #expect(json == Finished(output: #"{"replayed":8,"confirmed":2,"divergence":null}"# + "\n"))
        let some = try sandbox.run(["replay", "run.jsonl", "--verify", "--from", "5", "--to", "7"])
        #expect(some == Finished(output: "2 steps replayed. No recorded state lies on the way to compare with.\n"))
    }

    @Test func aDivergenceIsANegativeFinding() throws {
        let text = try sandbox.run(["replay", "diverged.jsonl", "--verify"])
        #expect(
            text
                == Finished(
                    output: """
                        Replay differs from the recording after step 8.
                        One of steps 5 to 8 gave another state than when it was recorded (recorded → replayed):
                            $.count  7 → -1
                        The reducer has changed since, or it is not pure: it reads a clock, chance, or
                        something outside the state.

                        """, status: 1))
        let json = try sandbox.run(["replay", "diverged.jsonl", "--verify", "--json"])
        #expect(
            json
                == Finished(
                    output: #"{"replayed":8,"confirmed":1,"divergence":{"seq":8,"agreedUpTo":4,"#
                        + #""diff":[{"op":"replace","path":"/count","value":-1}]}}"# + "\n", status: 1))
    }

    @Test func noStepBeforeTheStateThatAReplayBeganWithIsBlamed() throws {
        let replay = try sandbox.run(["replay", "diverged.jsonl", "--verify", "--json", "--from", "7"])
        #expect(replay.output.hasPrefix(#"{"replayed":1,"confirmed":0,"divergence":{"seq":8,"agreedUpTo":4,"#))
    }

    @Test func stepsComeAtTheirTimes() throws {
        let start = ContinuousClock.now
        let slow = try sandbox.run(["replay", "run.jsonl", "--from", "6"])
        let time = ContinuousClock.now - start
        #expect(slow.output.hasSuffix("2 steps replayed. It agrees with 1 recorded state.\n"))
        // From 0.6 to 0.8 seconds; not sooner, and how much later is the machine's affair.
        #expect(time >= .milliseconds(200))
        let cut = try sandbox.run(["replay", "run.jsonl", "--from", "6", "--speed", "0.01", "--idle-limit", "0"])
        #expect(cut == slow)
    }

    @Test func aStepThatNeverReturnedIsNotRun() throws {
        let bundle = Recorded.text(
            [
                Recorded.header.dropLast() + #","bundle":{"states":2,"last":{"seq":2,"reduced":false}}}"#,
                Recorded.lines[1], Recorded.lines[2], #"{"seq":2,"at":0.200000,"action":{"crash":{}}}"#,
            ])
        let replay = try sandbox.run(["replay", "-", "--verify"], input: bundle)
        #expect(
            replay
                == Finished(
                    output: "1 step replayed. No recorded state lies on the way to compare with.\n",
                    errors: "Step 2 was not run: its reducer never returned when it was recorded.\n"))
    }

    @Test func aStretchThatIsNotOnFileIsJumpedOver() throws {
        let run = Recorded.text(
            Recorded.lines[..<3] + [
                #"{"seq":2,"at":0.200000,"gap":{"through":5,"why":"no space left on device"}}"#,
                #"{"seq":5,"at":0.500000,"state":{"count":9}}"#,
                #"{"seq":6,"at":0.600000,"set":{"count":3},"by":"restore"}"#,
            ])
        let replay = try sandbox.run(["replay", "-", "--no-wait"], input: run)
        #expect(
            replay
                == Finished(
                    output: """
                              1     0.100  user      increment
                                                       $.count  0 → 1
                              5     0.500            steps 2 to 5 could not be replayed: steps 2 to 5 are not on file: no space left on device
                                                       $.count  1 → 9
                              6     0.600            state set by restore
                                                       $.count  9 → 3
                        3 steps replayed. No recorded state lies on the way to compare with.

                        """))
    }
}
