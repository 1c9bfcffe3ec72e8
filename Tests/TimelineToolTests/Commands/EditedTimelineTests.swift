import TestHarness
import Testing

/// Edits of `Recorded.run`, which counts 0, 1, 6, -4, -3, 0, -1, -2, -1.
@Suite(.ownThreads)
struct EditedTimelineTests {
    private let sandbox: Sandbox

    init() throws { sandbox = try Sandbox(["run.jsonl": Recorded.run]) }

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
