import TestHarness
import Testing

@Suite(.ownThreads)
struct RecoverOptionTests {
    private static let damaged = Recorded.run(line: 9, "hello")

    private static let warnings = """
        Warning: 4 lines left out: run.jsonl, line 9, byte 625: expected an object, found "h", and 3 more
        Warning: unknown: steps 5 to 8, and the states after steps 5 to 7

        """

    @Test(arguments: BadInputTests.readers)
    func strictRefusesATornLine(_ command: [String]) throws {
        let sandbox = try Sandbox()
        let finished = try sandbox.run(command + ["--recover", "strict"], input: Recorded.run + #"{"seq":8,"at"#)
        #expect(
            finished
                == Finished(
                    errors: """
                        Error: damage in standard input, line 15, byte 990: the line is torn: it has no line break.
                        It was not written completely; without --recover strict it is left out.

                        """, status: 65))
        #expect(sandbox.files().isEmpty)
    }

    @Test(arguments: BadInputTests.readers + [["info", "-"]])
    func everyRecoveryReadsAValidTimelineAlike(_ command: [String]) throws {
        let sandbox = try Sandbox()
        let plain = try sandbox.run(command, input: Recorded.run)
        for how in ["strict", "tail", "salvage"] {
            let finished = try sandbox.run(command + ["--recover", how], input: Recorded.run)
            #expect(finished == plain)
        }
    }

    @Test func strictInfoExitsWith65ForATornLine() throws {
        let finished = try Sandbox(["run.jsonl": Recorded.run + "{"]).run(["info", "run.jsonl", "--recover", "strict"])
        #expect(finished.status == 65)
        #expect(finished.errors == "")
    }

    @Test func salvageReplacesUnknownStepsByAGap() throws {
        let log = try Sandbox(["run.jsonl": Self.damaged]).run(["log", "run.jsonl", "--recover", "salvage"])
        #expect(
            log
                == Finished(
                    output: """
                              1     0.100  user      increment
                              2     0.200  user      add {"amount":5}
                              3     0.300  effect    add {"amount":-10}  ← 2
                              3     0.350            mark %before reset
                              4     0.400  user      increment
                              5     0.400            steps 5 to 8 are missing: damage in line 9

                        """, errors: Self.warnings))
    }

    @Test func aPositionWithAnUnknownStateExitsWithCannotTell() throws {
        let sandbox = try Sandbox(["run.jsonl": Self.damaged])
        let unknown = try sandbox.run(["state", "run.jsonl", "6", "--recover", "salvage"])
        #expect(
            unknown
                == Finished(
                    errors: Self.warnings + """
                        Error: the state after step 6 of run.jsonl (salvaged) cannot be known: steps 5 to 8 are not in the file: damage in line 9

                        """, status: 2))
        let known = try sandbox.run(["state", "run.jsonl", "8", "--json", "--recover", "salvage"])
        #expect(known == Finished(output: #"{"count":-1}"# + "\n", errors: Self.warnings))
    }

    @Test func replaySkipsUnknownSteps() throws {
        let replay = try Sandbox(["run.jsonl": Self.damaged]).run(
            ["replay", "run.jsonl", "--verify", "--recover", "salvage"])
        #expect(replay.status == 0)
        #expect(replay.errors == Self.warnings)
    }

    @Test func bisectCannotTellAboutLostSteps() throws {
        let sandbox = try Sandbox(["run.jsonl": Self.damaged])
        let unknown = try sandbox.run(
            ["bisect", "run.jsonl", "--bad", "$.count == -1", "--good", "4", "--recover", "salvage"])
        #expect(unknown.status == 2)
        let found = try sandbox.run(
            ["bisect", "run.jsonl", "--bad", "$.count < 0", "--bad-at", "4", "--recover", "salvage", "--json"])
        #expect(found.status == 0)
    }

    @Test func anUnknownRecoveryIsRejected() throws {
        let finished = try Sandbox(["run.jsonl": Recorded.run]).run(["log", "run.jsonl", "--recover", "magic"])
        #expect(finished.status == 64)
        #expect(finished.output == "")
    }

    @Test func warningsAreNotRepeatedByAnotherExecutable() throws {
        let sandbox = try Sandbox(["run.jsonl": Self.damaged])
        let state = try sandbox.shell("timeline state run.jsonl 3 --json --recover salvage")
        #expect(state == Finished(output: #"{"count":-4}"# + "\n", errors: Self.warnings))
    }
}
