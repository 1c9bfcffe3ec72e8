import TestHarness
import Testing

@Suite(.ownThreads)
struct LogCommandTests {
    private let sandbox: Sandbox

    init() throws { sandbox = try Sandbox(["run.jsonl": Recorded.run]) }

    @Test func everyStepIsALine() throws {
        let log = try sandbox.run(["log", "run.jsonl"])
        #expect(
            log
                == Finished(
                    output: """
                              1     0.100  user      increment
                              2     0.200  user      add {"amount":5}
                              3     0.300  effect    add {"amount":-10}  ← 2
                              3     0.350            mark %before reset
                              4     0.400  user      increment
                              5     0.500  user      reset
                              6     0.600  user      add {"amount":-1}
                              7     0.700  user      add {"amount":-1}
                              8     0.800  user      increment

                        """))
    }

    @Test func aGeneratedValueIsALineOfItsStep() throws {
        let lines =
            Recorded.lines[..<2] + [
                #"{"seq":1,"at":0.100000,"action":{"increment":{}},"from":"user"}"#,
                #"{"seq":1,"at":0.100000,"generated":{"uuid":"5F0C"}}"#,
                #"{"seq":1,"at":0.100000,"generated":{"a \"name\"":{"x":[1.50,null]}}}"#,
                #"{"seq":1,"at":0.300000,"state":{"count":5}}"#,
            ]
        try sandbox.write(Recorded.text(Array(lines)), to: "run.jsonl")
        #expect(
            try sandbox.run(["log", "run.jsonl"])
                == Finished(
                    output: """
                              1     0.100  user      increment
                              1     0.100            generated uuid "5F0C"
                              1     0.100            generated a "name" {"x":[1.50,null]}

                        """))
        #expect(
            try sandbox.run(["log", "run.jsonl", "--json"]).output
                == lines.dropFirst(2).dropLast().map { $0 + "\n" }.joined())
        #expect(try sandbox.run(["info", "run.jsonl"]).output.contains("\ngenerated  2 values\n"))
        #expect(try sandbox.run(["info", "run.jsonl", "--json"]).output.contains(#","generated":2,"#))
        // A copy keeps them.
        #expect(try sandbox.run(["repair", "run.jsonl", "-o", "repaired.jsonl"]).status == 0)
        #expect(try sandbox.run(["redact", "run.jsonl", "--path", "$.name", "-o", "redacted.jsonl"]).status == 0)
        for name in ["repaired.jsonl", "redacted.jsonl"] {
            #expect(try sandbox.run(["log", name]) == sandbox.run(["log", "run.jsonl"]))
        }
    }

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

    @Test func aConditionChoosesSteps() throws {
        let log = try sandbox.run(["log", "run.jsonl", "--where", "$.add.amount < 0"])
        #expect(
            log
                == Finished(
                    output: """
                              3     0.300  effect    add {"amount":-10}  ← 2
                              6     0.600  user      add {"amount":-1}
                              7     0.700  user      add {"amount":-1}

                        """))
    }

    @Test func noMatchIsANegativeFinding() throws {
        let log = try sandbox.run(["log", "run.jsonl", "--where", "$.crash", "--from", "2", "--to", "-1"])
        #expect(
            log
                == Finished(
                    errors: "Error: no step from 2 to 7 matches $.crash: no action there has $.crash\n", status: 1))
        let reset = try sandbox.run(["log", "run.jsonl", "--where", "$.add.amount > 9 && !$.add"])
        #expect(
            reset
                == Finished(errors: "Error: no step from 0 to 8 matches $.add.amount > 9 && !$.add\n", status: 1))
    }

    @Test func anUnseenPathIsNamed() throws {
        let log = try sandbox.run(["log", "run.jsonl", "--where", "$.reset || $.add.amout > 0 || $.undo"])
        #expect(
            log
                == Finished(
                    output: "      5     0.500  user      reset\n",
                    errors: "Warning: no action from step 0 to 8 has $.add.amout or $.undo\n"))
    }

    @Test func positionsSelectARange() throws {
        let log = try sandbox.run(["log", "run.jsonl", "--from", "-5", "--to", "@0.45s"])
        #expect(
            log
                == Finished(
                    output: """
                              3     0.300  effect    add {"amount":-10}  ← 2
                              3     0.350            mark %before reset
                              4     0.400  user      increment

                        """))
    }

    @Test func linesAreUnchangedInJSON() throws {
        let odd = #"{ "at": 0.30, "seq": 3, "action": {"add": {"amount": -1e1}}, "note": "by hand" }"#
        let log = try sandbox.run(
            ["log", "-", "--json", "--from", "3", "--to", "4"], input: Recorded.run(line: 5, odd))
        #expect(log == Finished(output: Recorded.text([odd] + Recorded.lines[5...6])))
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
