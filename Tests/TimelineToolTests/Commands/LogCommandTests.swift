import Testing
import TimelineTestSupport

@Suite(.ownThreads)
struct LogCommandTests {
    private let sandbox: Sandbox

    init() throws { sandbox = try Sandbox(["run.jsonl": Recorded.run]) }

    /// A name with right-to-left and invisible characters.
    @Test func bidirectionalCharactersAreEscapedOnATerminalOnly() throws {
        let name = "a\u{202E}b\u{2066}c\u{200F}d\u{61C}e\u{200B}f"
        let written = #"a\u{202E}b\u{2066}c\u{200F}d\u{61C}e\u{200B}f"#
        let lines =
            Recorded.lines[..<2] + [
                #"{"seq":1,"at":0.100000,"action":{"increment":{}},"from":"\#(name)"}"#,
                #"{"seq":1,"at":0.200000,"mark":"\#(name)"}"#, #"{"seq":1,"at":0.300000,"state":{"count":5}}"#,
            ]
        try sandbox.write(Recorded.text(Array(lines)), to: "run.jsonl")
        func output(_ arguments: [String], status: Int32 = 0) throws -> String {
            let finished = try sandbox.run(arguments)
            #expect(finished.status == status)
            return finished.output + finished.errors
        }
        let step = "      1     0.100  \(written)  increment\n"
        #expect(try output(["log", "run.jsonl"]) == step + "      1     0.200            mark %\(written)\n")
        #expect(try output(["log", "run.jsonl", "--json"]) == lines.dropFirst(2).prefix(2).map { $0 + "\n" }.joined())
        let info = try output(["info", "run.jsonl"]).split(separator: "\n")
        #expect(info.filter { $0.hasPrefix("mark") } == ["mark       %\(written), after step 1"])
        #expect(try output(["replay", "run.jsonl", "--no-wait"], status: 1).hasPrefix(step))
        let bisect = try output(["bisect", "run.jsonl", "--bad", "$.count > 0", "--fresh"]).split(separator: "\n")
        #expect(bisect.filter { $0.hasPrefix("  from") } == ["  from    \(written)"])
        #expect(
            try output(["state", "run.jsonl", "%\(name)x"], status: 1)
                == output(["state", "run.jsonl", "%x"], status: 1).replacing("\"x\"", with: "\"\(written)x\""))
        try sandbox.write(Recorded.run(line: 2, #"{"seq":0,"at":0,"state":"\#(name)"}"#), to: "text.jsonl")
        #expect(try output(["state", "text.jsonl", "0"]) == "\"\(name)\"\n")
        let seen = try sandbox.talk(["state", "text.jsonl", "0"], [])
        #expect(seen == Finished(output: #""a\u202Eb\u2066c\u200Fd\u061Ce\u200Bf""# + "\n"))
    }

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
