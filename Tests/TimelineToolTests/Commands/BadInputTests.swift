import Foundation
import Testing
import TimelineTestHarness

@Suite(.ownThreads)
struct BadInputTests {
    /// Every command that reads a timeline, with its other arguments.
    static let readers = [
        ["log", "-"], ["state", "-"], ["diff", "-", "0", "end"], ["replay", "-", "--no-wait"],
        ["bisect", "-", "--bad", "$.count < 0"], ["bundle", "-"],
        ["when", "-", "$.count < 0"], ["blame", "-", "$.count"], ["blame", "-", "/count", "--at", "3"],
        ["log", "-", "--touching", "$.count"],
        ["minimize", "-", "--bad", "$.count < 0"], ["test", "-", "--bad", "$.count < 0"],
        ["view", "-"], ["convert", "-", "--to", "actions"], ["convert", "-", "--to", "redux-devtools"],
    ]

    @Test(arguments: readers)
    func everyCommandRejectsDamage(_ command: [String]) throws {
        let sandbox = try Sandbox()
        let finished = try sandbox.run(command, input: Recorded.run(line: 7, #"{"seq":4,"action":{"increment":{}}}"#))
        #expect(
            finished
                == Finished(
                    errors: """
                        Error: damage in standard input, line 7, byte 516: this line has no "at".
                        It is the only damage.
                        `timeline repair FILE -o COPY` writes a sound copy; --recover salvage passes over the damage.

                        """, status: 65))
        #expect(sandbox.files().isEmpty)
    }

    @Test(arguments: readers + [["info", "-"]])
    func everyCommandLeavesOutATornLine(_ command: [String]) throws {
        let sandbox = try Sandbox()
        let whole = try sandbox.run(command, input: Recorded.text(Array(Recorded.lines.dropLast(1))))
        let torn = try sandbox.run(command, input: Recorded.text(Array(Recorded.lines.dropLast(1))) + #"{"seq":8,"at"#)
        if command[0] == "info" {
            #expect(
                torn.output.hasSuffix(
                    """

                    ended      not cleanly: the last line is torn and was left out
                    mark       %before reset, after step 3

                    """))
            #expect(torn.errors == "")
        } else {
            // A page has a mark for what is missing.
            #expect(torn.output == whole.output || command[0] == "view")
            #expect(
                torn.errors == "Warning: the last line of standard input is torn and was left out\n" + whole.errors)
        }
        #expect(torn.status == 0)
    }

    @Test func aClosedPipeIsNoError() throws {
        let sandbox = try Sandbox()
        var lines = Array(Recorded.lines[..<2])
        for seq in 1...20_000 { lines.append(#"{"seq":\#(seq),"at":1.000000,"action":{"increment":{}}}"#) }
        try sandbox.write(Recorded.text(lines), to: "run.jsonl")
        for command in ["log run.jsonl", "log run.jsonl --json", "replay run.jsonl --no-wait"] {
            let finished = try sandbox.shell("(counter-timeline \(command); echo $? >&2) | head -1")
            #expect(finished.output.split(separator: "\n").count == 1)
            #expect(finished.errors == "0\n")
        }
    }

    /// Every command that reads a timeline only from a file.
    @Test(
        arguments: readers + [
            ["info", "-"], ["verify", "-"], ["repair", "-", "-o", "a"], ["redact", "-", "-o", "a", "--path", "$.a"],
        ])
    func theURLOfAnAppIsNotAFileAndTheErrorExplains(_ command: [String]) throws {
        if command[0] == "state" { return }
        let sandbox = try Sandbox()
        func run(_ url: String) throws -> Finished { try sandbox.run(command.map { $0 == "-" ? url : $0 }) }
        #expect(
            try run("http://127.0.0.1:4000/")
                == Finished(
                    errors: """
                        Error: http://127.0.0.1:4000 is a running app, and this command reads a file. Take its timeline \
                        first:
                          timeline record --from http://127.0.0.1:4000 -o run.jsonl

                        """, status: 64))
        // The other part of a pasted URL may be a token.
        #expect(
            try run("http://127.0.0.1:4000/?token=secret")
                == Finished(
                    errors: """
                        Error: the address of an app must not contain a user name, password or token, which other processes could see: \
                        pass it as http://127.0.0.1:4000, and put the token into TIMELINE_TOKEN

                        """, status: 64))
        #expect(sandbox.files().isEmpty)
    }
}
