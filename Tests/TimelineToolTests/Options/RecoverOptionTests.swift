import Testing
import TimelineTestHarness

@Suite(.ownThreads)
struct RecoverOptionTests {
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
            // A page hands over commands with the option.
            #expect(finished == plain || command[0] == "view" && finished.status == 0)
        }
    }
}
