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

    @Test func warningsAreNotRepeatedByAnotherExecutable() throws {
        let sandbox = try Sandbox(["run.jsonl": Self.damaged])
        let state = try sandbox.shell("timeline state run.jsonl 3 --json --recover salvage")
        #expect(state == Finished(output: #"{"count":-4}"# + "\n", errors: Self.warnings))
    }
}
