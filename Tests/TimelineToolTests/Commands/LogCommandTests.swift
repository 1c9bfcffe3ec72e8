import Testing
import TimelineTestSupport

@Suite(.ownThreads)
struct LogCommandTests {
    private let sandbox: Sandbox

    init() throws { sandbox = try Sandbox(["run.jsonl": Recorded.run]) }

    @Test func anActionIsCutOnlyOnATerminal() throws {
        let name = String(repeating: "x", count: 99)
        let run = Recorded.run(
            line: 5,
            #"{"seq":3,"at":0.300000,"action":{"add":{"amount":-10,"why":"\#(name)"}},"from":"effect","cause":2}"#)
        try sandbox.write(run, to: "long.jsonl")
        let whole = #"      3     0.300  effect    add {"amount":-10,"why":"\#(name)"}  ← 2"# + "\n"
        let arguments = ["log", "long.jsonl", "--from", "3", "--to", "3", "--where", "$.add"]
        #expect(try sandbox.run(arguments) == Finished(output: whole))
        let cut = #"      3     0.300  effect    add {"amount":-10,"why":"xxxxxxxxxxxxxxxxxxxx…  ← 2"# + "\n"
        #expect(try sandbox.talk(arguments, []) == Finished(output: cut))
        let full = try sandbox.talk(arguments + ["--full"], [])
        #expect(full.output.contains(name) && full.output.hasSuffix("← 2\n"), "\(full)")
        // Wide enough that the line is not wrapped.
        #expect(try sandbox.talk(arguments + ["--full"], [], columns: 200) == Finished(output: whole))
    }
}
