import Foundation
import Testing
import TimelineTestSupport

/// Replay at a terminal, by its keys.
@Suite(.ownThreads)
struct PlayerTests {
    private let sandbox = Sandbox(["run.jsonl": Recorded.run])

    @Test func keysPauseStepForwardAndBackAndQuit() throws {
        // So slow that steps appear only by keys.
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
                        . next step   , step back   + - speed   space pause   q quit
                        paused
                              2     0.200  user      add {"amount":5}
                                                       $.count  1 → 6
                              3     0.300  effect    add {"amount":-10}
                                                       $.count  6 → -4
                              4     0.400  user      increment
                                                       $.count  -4 → -3
                        back to step 3
                                                       $.count  -3 → -4
                              4     0.400  user      increment
                                                       $.count  -4 → -3
                              5     0.500  user      reset
                                                       $.count  -3 → 0
                        4 steps replayed. It agrees with 1 recorded state.

                        """))
    }

    /// Steps 2 to 4 are not in the file, so that there is no state after 2 and 3.
    @Test func aStepBackSkipsUnknownStates() throws {
        try sandbox.write(
            Recorded.text(
                Array(Recorded.lines[..<3]) + [
                    #"{"seq":2,"at":0.200000,"gap":{"through":4,"why":"no space"}}"#,
                    #"{"seq":4,"at":0.400000,"state":{"count":9}}"#,
                    #"{"seq":5,"at":0.500000,"action":{"increment":{}},"from":"user"}"#,
                    #"{"seq":6,"at":0.600000,"action":{"increment":{}},"from":"user"}"#,
                ]), to: "gap.jsonl")
        let replay = try sandbox.talk(
            ["replay", "gap.jsonl", "--speed", "0.001"],
            [("", "."), ("0 → 1\n", "."), ("1 → 9\n", ","), ("9 → 0\n", "q")], environment: ["NO_COLOR": "1"])
        #expect(
            replay.output == """
                . next step   , step back   + - speed   space pause   q quit
                      1     0.100  user      increment
                                               $.count  0 → 1
                      4     0.400            steps 2 to 4 could not be replayed: steps 2 to 4
                            are not in the file: no space
                                               $.count  1 → 9
                back to step 0
                                               $.count  9 → 0
                1 step replayed, 3 steps skipped. There is no recorded state to compare with.
                Skipped, because their actions are not in the file: steps 2 to 4.

                """)
    }

    @Test func changesLeftOutAreCountedAndShownWithFull() throws {
        let replay = [
            "replay", "\(Sandbox.fixtures)/unread-below-zero.jsonl", "--no-wait", "--from", "15", "--to", "16",
        ]
        let first = """
                 16     0.611  user      episodeTapped {"id":3}
                                           $.comments.all[0].isNew  true → false
                                           $.comments.all[1].isNew  true → false
                                           $.comments.all[2].isNew  true → false
                                           $.comments.unread        6 → 3

            """
        let more = "                               $.lastScreen             1 → 2\n"
        let last = #"{"id":2,"screen":{"episode":{"id":3}},"style":"push"}"#
        let end = "1 step replayed. There is no recorded state to compare with.\n"
        let short = try sandbox.talk(replay, with: "timeline", [], environment: ["NO_COLOR": "1"])
        #expect(
            short.output == first + String(repeating: " ", count: 29) + "  and 2 more changes: --full shows all\n" + end
        )
        let full = try sandbox.talk(replay + ["--full"], with: "timeline", [], environment: ["NO_COLOR": "1"])
        // The last line is wrapped.
        #expect(full.output == first + more + "    + $.screens[1]\n      \(last)\n" + end)
        let cut = #"                             + $.screens[1]             {"id":2,"screen":{"epis…"#
        let piped = first + more + cut + "\n" + end
        #expect(try sandbox.run(replay, with: "timeline") == Finished(output: piped))
    }

    @Test func theSpeedChangesDuringPlayback() throws {
        // At the first speed, a step takes a day. The slowest that a key sets is 1/64.
        let replay = try sandbox.talk(
            ["replay", "run.jsonl", "--speed", "0.000001"], [("", "-++++++++++")], environment: ["NO_COLOR": "1"])
        #expect(replay.output.contains("speed 0.015625") && replay.output.contains("speed 16.0"), "\(replay)")
        #expect(replay.output.hasSuffix("8 steps replayed. It agrees with 2 recorded states.\n"))
    }

    @Test func colorIsUsedOnATerminalOnly() throws {
        let replay = try sandbox.talk(["replay", "run.jsonl", "--no-wait", "--to", "1"], [])
        #expect(
            replay.output == """
                      1     0.100  user      increment
                                             \u{1B}[33m  $.count  0 → 1\u{1B}[0m
                1 step replayed. There is no recorded state to compare with.

                """)
    }

    @Test(arguments: [SIGINT, SIGTERM])
    func aSignalRestoresTheTerminal(_ signal: Int32) throws {
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
