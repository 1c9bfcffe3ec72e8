import Foundation
import Testing

/// Replay at a terminal, by its keys.
struct PlayerTests {
    private let sandbox: Sandbox

    init() throws { sandbox = try Sandbox(["run.jsonl": Recorded.run]) }

    @Test func keysPauseStepForthAndBackAndQuit() throws {
        // So slow that nothing comes but what is asked for.
        let replay = try sandbox.talk(
            ["replay", "run.jsonl", "--speed", "0.02", "--from", "1"],
            [
                ("", " "), ("", "."), ("6\n", "."), ("6 → -4\n", "."), ("-4 → -3\n", ","), ("back to step 3\n", "x"),
                ("", "."), ("-4 → -3\n", "."), ("-3 → 0\n", "q"),
            ], environment: ["NO_COLOR": "1"])
        #expect(
            replay
                == Finished(
                    output: """
                        paused
                              2     0.200  user      add {"amount":5}
                                                       $.count  1 → 6
                              3     0.300  effect    add {"amount":-10}
                                                       $.count  6 → -4
                              4     0.400  user      increment
                                                       $.count  -4 → -3
                        back to step 3
                              4     0.400  user      increment
                                                       $.count  -4 → -3
                              5     0.500  user      reset
                                                       $.count  -3 → 0
                        4 steps replayed. It agrees with 1 recorded state.

                        """))
    }

    @Test func theSpeedIsChangedOnTheWay() throws {
        // At 1/100 a step takes ten seconds; seven times twice as fast, less than a tenth of one.
        let start = ContinuousClock.now
        let replay = try sandbox.talk(
            ["replay", "run.jsonl", "--speed", "0.01"], [("", "-++++++++++")], environment: ["NO_COLOR": "1"])
        #expect(replay.output.hasSuffix("8 steps replayed. It agrees with 2 recorded states.\n"))
        #expect(ContinuousClock.now - start < .seconds(15))
    }

    @Test func colourCarriesMeaningOnATerminalOnly() throws {
        let replay = try sandbox.talk(["replay", "run.jsonl", "--no-wait", "--to", "1"], [])
        #expect(
            replay.output == """
                      1     0.100  user      increment
                                             \u{1B}[33m  $.count  0 → 1\u{1B}[0m
                1 step replayed. No recorded state lies on the way to compare with.

                """)
    }

    @Test(arguments: [SIGINT, SIGTERM])
    func aSignalGivesTheTerminalBackAsItWas(_ signal: Int32) throws {
        let replay = try sandbox.shellAtTerminal(
            "stty -g >before; (while stty -g </dev/tty >during; cmp -s before during; do sleep 0.05; done; "
                + "kill -\(signal) $(cat id)) & "
                + "sh -c 'echo $$ >id; exec counter-timeline replay run.jsonl --speed 0.001'; "
                + "echo status $?; stty -g >after")
        #expect(replay.output.hasSuffix("status \(128 + signal)\n"))
        #expect(try sandbox.read("before") != sandbox.read("during"))
        #expect(try sandbox.read("before") == sandbox.read("after"))
    }
}
