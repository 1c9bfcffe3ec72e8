import Foundation
import Testing
import TimelineTestSupport

@Suite(.ownThreads)
struct BadInputTests {
    private let sandbox = Sandbox()

    /// Every command that reads a timeline, with its other arguments.
    static let readers = [
        ["log", "-"], ["state", "-"], ["diff", "-", "0", "end"], ["replay", "-", "--no-wait"],
        ["bisect", "-", "--bad", "$.count < 0"], ["bundle", "-"],
        ["when", "-", "$.count < 0"], ["blame", "-", "$.count"], ["blame", "-", "/count", "--at", "3"],
        ["log", "-", "--touching", "$.count"],
        ["minimize", "-", "--bad", "$.count < 0"], ["test", "-", "--bad", "$.count < 0"],
        ["view", "-"], ["convert", "-", "--to", "actions"], ["convert", "-", "--to", "redux-devtools"],
    ]

    private static let damaged = Result {
        try Packed.gzip(Recorded.run(line: 7, #"{"seq":4,"action":{"increment":{}}}"#))
    }

    /// It shows that every command opens its input in the one way that the tests of torn, packed and recovered input try.
    @Test(arguments: readers + [["info", "-"]])
    func everyCommandReadsPackedInputAndRejectsDamage(_ command: [String]) throws {
        try sandbox.write(Self.damaged.get(), to: "run.gz")
        let words = command.map { "'\($0)'" }.joined(separator: " ")
        let finished = try sandbox.shell("counter-timeline \(words) < run.gz")
        let damage = "standard input, line 7, byte 516: this line has no \"at\"."
        if command[0] == "info" {
            #expect(finished.output.contains("\ndamage     \(damage.dropLast())\n"))
        } else {
            #expect(
                finished.errors
                    == "Error: damage in \(damage)\nIt is the only damage.\n\(Recorded.remedy)\n")
        }
        #expect(finished.status == 65)
        #expect(sandbox.files().keys.sorted() == ["run.gz"])
    }

    @Test func everyRecoveryReadsAValidTimelineAlike() throws {
        let plain = try sandbox.run(["log", "-"], input: Recorded.run)
        for how in ["strict", "tail", "salvage"] {
            #expect(try sandbox.run(["log", "-", "--recover", how], input: Recorded.run) == plain)
        }
    }

    @Test func aClosedPipeIsNoError() throws {
        var lines = Array(Recorded.lines[..<2])
        for seq in 1...8_000 { lines.append(#"{"seq":\#(seq),"at":1.000000,"action":{"increment":{}}}"#) }
        lines.append(#"{"seq":8001,"at":1000.000000,"action":{"increment":{}}}"#)
        try sandbox.write(Recorded.text(lines), to: "run.jsonl")
        let commands = [
            "log run.jsonl", "log run.jsonl --json", "replay run.jsonl --no-wait", "convert run.jsonl --to actions",
            "replay run.jsonl --idle-limit 1000",
        ]
        for command in commands {
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
        #expect(
            try sandbox.run(command.map { $0 == "-" ? "http://127.0.0.1:4000/" : $0 })
                == Finished(
                    errors: """
                        Error: http://127.0.0.1:4000 is a running app, and this command reads a file. Take its timeline \
                        first:
                          timeline record --from http://127.0.0.1:4000 -o run.jsonl

                        """, status: 64))
        #expect(sandbox.files().isEmpty)
    }
}
