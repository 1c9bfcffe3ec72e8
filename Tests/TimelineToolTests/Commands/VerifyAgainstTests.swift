import TestHarness
import Testing

/// Two builds of the counter: in one of them, `add` stops at 0.
@Suite(.ownThreads)
struct VerifyAgainstTests {
    private let sandbox: Sandbox

    init() throws {
        sandbox = try Sandbox([
            "runs/a.jsonl": Recorded.run,
            "runs/b.jsonl": Recorded.text(Array(Recorded.lines[..<4])),
            "runs/c.jsonl": Recorded.run(
                line: 11, #"{"seq":7,"at":0.700000,"action":{"crash":{}},"from":"user"}"#),
        ])
        try script("fixed", "COUNTER_FIXED=1 exec '\(Sandbox.tools)/counter-timeline' \"$@\"")
    }

    private func script(_ name: String, _ line: String) throws {
        // A shell writes it: another test may start a process now, and that would hold a file of this process open.
        let made = try sandbox.shell("cat > \(name) && chmod +x \(name)", input: "#!/bin/sh\n\(line)\n")
        #expect(made == Finished())
    }

    @Test func twoBuildsThatAgreeExitWith0() throws {
        #expect(
            try sandbox.run(["verify", "runs/a.jsonl", "--against", "\(Sandbox.tools)/counter-timeline"])
                == Finished(output: "runs/a.jsonl: the programs agree in 9 states.\n"))
    }

    @Test func aBuildThatTrapsDiffersAndTheStepIsNamed() throws {
        try script("trapping", "exec '\(Sandbox.tools)/counter-timeline' \"$@\"")
        // The program itself traps.
        let own = try sandbox.run(
            ["verify", "runs/c.jsonl", "--against", "./fixed"], environment: ["COUNTER_FIXED": "1"])
        #expect(
            own.output
                == "runs/c.jsonl: the reducer trapped in step 7: this step crashes the app, and there is no state after it\n"
        )
        #expect(own.status == 1)
        // The other one traps.
        #expect(
            try sandbox.run(
                ["verify", "runs/a.jsonl", "--against", "\(Sandbox.tools)/counter-timeline"],
                environment: ["COUNTER_FAULT": "trap print-states"])
                == Finished(
                    output: """
                        runs/a.jsonl: the programs differ after step 5, and agree before.
                        \(Sandbox.tools)/counter-timeline: its reducer trapped in this step

                        """, status: 1))
    }

    @Test(arguments: [
        ("./nothing", "Error: --against ./nothing: it is not an executable\n", ""),
        ("/bin/true", "", "runs/a.jsonl: /bin/true printed no state: it exited with status 0\n"),
        (
            "bare", "",
            """
            runs/a.jsonl: bare printed no state: runs/a.jsonl was recorded by the program "counter", and this executable \
            holds the program "other"

            """
        ),
    ])
    func anExecutableThatPrintsNoStatesIsAnError(_ program: String, errors: String, output: String) throws {
        let path = program == "bare" ? "\(Sandbox.tools)/bare-timeline" : program
        let finished = try sandbox.run(["verify", "runs/a.jsonl", "--against", path])
        #expect(finished.errors == errors)
        #expect(finished.output == output.replacing("bare", with: path))
        #expect(finished.status == 69)
    }
}
