import TestHarness
import Testing

/// Searches with a reducer that has changed since the recording: `add` stops at 0.
@Suite(.ownThreads)
struct BisectFreshTests {
    private let sandbox: Sandbox

    init() throws { sandbox = try Sandbox(["run.jsonl": Recorded.run]) }

    private func bisectFixed(_ arguments: String...) throws -> Finished {
        try sandbox.run(["bisect", "run.jsonl"] + arguments, environment: ["COUNTER_FIXED": "1"])
    }

    /// Step 4 has a snapshot from before the fix, and must not be blamed for the difference.
    @Test(arguments: [[], ["--first"], ["--all"]])
    func afterTheFixNoStepIsBlamedForAnOldSnapshot(_ how: [String]) throws {
        let answer = try sandbox.run(
            ["bisect", "run.jsonl", "--bad", "$.count < 0"] + how, environment: ["COUNTER_FIXED": "1"])
        #expect(
            answer
                == Finished(
                    output: """
                        Can't tell which step turned the state bad: replay and recording disagree after
                        step 4.
                        At least one of steps 1 to 4 gave a different state than when recorded (recorded → replayed):
                            $.count  -3 → 1
                        The reducer has changed since, or it is not pure: it reads a clock, a random
                        number, or something else outside the state. Try --fresh: it judges the states
                        that the present reducer makes, and uses no recorded snapshot.

                        """, status: 2))
    }

    @Test func aDisagreementInJSON() throws {
        let answer = try bisectFixed("--bad", "$.count < 0", "--json")
        #expect(
            answer
                == Finished(
                    output:
                        #"{"found":false,"why":"replay and recording disagree","divergence":{"seq":4,"agreedUpTo":0,"#
                        + #""diff":[{"op":"replace","path":"/count","value":1}]},"probes":5}"# + "\n", status: 2))
    }

    @Test func aFreshReplayShowsThatTheBugIsFixed() throws {
        let answer = try bisectFixed("--bad", "$.count < 0", "--fresh", "--first")
        #expect(
            answer
                == Finished(
                    output: """
                        The state after step 8, the bad end, is good: $.count < 0 is false.
                        So is every state from the good end to it.
                        By a fresh replay, which used no snapshot after the first.

                        """, status: 1))
        let json = try bisectFixed("--bad", "$.count < 0", "--fresh", "--json")
        #expect(
            json
                == Finished(
                    output: #"{"found":false,"why":"the state at the bad end is good","seq":8,"probes":1,"#
                        + #""fresh":true}"# + "\n", status: 1))
    }

    @Test func aFreshReplayNamesTheStepThatIsStillBad() throws {
        // The fixed reducer gives 0, 1, 6, 0, 1, 0, 0, 0, 1.
        let answer = try bisectFixed("--bad", "$.count == 0", "--good", "1", "--bad-at", "7", "--fresh")
        #expect(
            answer
                == Finished(
                    output: """
                        Step 5 turned the state bad: $.count == 0.

                          when    0.500 s after the start, step 5 of 8
                          action  reset
                          from    user

                        What it changed:
                            $.count  1 → 0

                        Found with 4 probes of 7 states.
                        By a fresh replay, which used no snapshot after the first.
                        It turned bad more than once: bad after 3, 5–7. --first finds the first.

                        Look closer:
                          timeline state run.jsonl 4 --fresh
                          timeline replay run.jsonl --from 1 --to 5 --fresh

                        """))
    }

    /// The state after step 3 is the recorded one, of the reducer before the fix.
    @Test func aFreshReplayBlamesNoStepThatItCannotReduce() throws {
        var lines = Recorded.lines
        lines[4] = #"{"seq":3,"at":0.300000,"opaque":"something"}"#
        lines.insert(#"{"seq":3,"at":0.300000,"state":{"count":-4}}"#, at: 5)
        try sandbox.write(Recorded.text(lines.dropLast()), to: "run.jsonl")
        let answer = try bisectFixed("--bad", "$.count < 0", "--bad-at", "3", "--fresh")
        #expect(
            answer
                == Finished(
                    output: """
                        Can't tell which step turned the state bad: step 3 could not be reduced again,
                        and the bad state after that comes from the recording, not from the reducer.
                        By a fresh replay.
                        Not replayed, because their actions are not in the file: step 3. Replay continued from the states recorded after them.

                        """, status: 2))
    }

    @Test func aFreshReplayOfABundleNamesItsFirstPosition() throws {
        let bundle = try sandbox.run(["bundle", "run.jsonl", "--last", "4", "-o", "cut.jsonl"])
        #expect(bundle.status == 0)
        let answer = try sandbox.run(["bisect", "cut.jsonl", "--bad", "$.count > 99", "--fresh"])
        #expect(
            answer
                == Finished(
                    output: """
                        The state after step 8, the bad end, is good: $.count > 99 is false.
                        By a fresh replay, which used no snapshot after the first.
                        The recording begins at step 4: this holds from there on.
                        If a state before it was bad, pass its position with --bad-at, or judge every
                        state with --first.

                        """, status: 1))
    }
}
