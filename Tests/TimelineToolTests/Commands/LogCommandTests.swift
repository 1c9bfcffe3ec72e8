import Testing
import TimelineTestSupport

@Suite(.ownThreads)
struct LogCommandTests {
    private let sandbox = Sandbox(["run.jsonl": Recorded.run])

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

    @Test func threeStepsOfOneActionInARowAreOneLine() throws {
        let names = ["open", "type", "type", "type", "type", "open", "open"]
        let steps = names.enumerated().map {
            #"{"seq":\#($0 + 1),"at":1.000000,"action":{"\#($1)":{"at":\#($0)}},"from":"user"}"#
        }
        try sandbox.write(Recorded.text(Array(Recorded.lines[..<2]) + steps), to: "typed.jsonl")
        let lines = [
            #"1     1.000  user      open {"at":0}"#, "2     1.000  user      type × 4, to step 5",
            #"6     1.000  user      open {"at":5}"#, #"7     1.000  user      open {"at":6}"#,
        ]
        let output = lines.map { "      \($0)\n" }.joined()
        #expect(try sandbox.run(["log", "typed.jsonl", "--fold"]) == Finished(output: output))
    }
}
