import Foundation
import Testing
import TimelineKit
import TimelineTestSupport

/// No command lets text from a file control the terminal, or hide or reorder what is shown.
@Suite(.ownThreads)
struct TerminalOutputTests {
    /// A C1 escape, a C0 escape that clears the screen, bidirectional text, and a zero-width character.
    private let awkward = "a\u{9B}2Jb\u{7F}c\u{202E}d\u{2066}e\u{200B}f\u{85}g\u{2028}h"
    private let sandbox: Sandbox

    init() throws {
        let name = awkward
        let state = #"{"count":0,"\#(name)":"\#(name)"}"#
        sandbox = Sandbox([
            "run.jsonl": Recorded.text([
                Recorded.header.replacing("1.0.0", with: name).replacing("Linux", with: name),
                #"{"seq":0,"at":0.000000,"state":\#(state)}"#,
                #"{"seq":1,"at":0.100000,"action":{"increment":{"\#(name)":"\#(name)"}},"from":"\#(name)"}"#,
                #"{"seq":1,"at":0.100000,"mark":"\#(name)"}"#,
                #"{"seq":2,"at":0.200000,"set":\#(state.replacing("0", with: "9")),"by":"\#(name)"}"#,
                "{\"seq\":3,\r\t\"at\":0.300000,\"opaque\":\"\(name)\"}",
                #"{"seq":3,"at":0.300000,"state":{"count":8,"\#(name)":1}}"#,
                #"{"seq":3,"at":0.400000,"end":{"actions":2,"snapshots":2}}"#,
            ]),
            "odd.jsonl": Recorded.text([
                Recorded.header.replacing(#""counter""#, with: #""\#(name)""#),
                #"{"seq":0,"at":0.000000,"state":{}}"#, #"{"seq":1,"at":1.000000,"action":{"\#(name)":{}}}"#,
            ]),
            "bad.jsonl": Recorded.header + "\n{\"\(name)\":x}\n", "\(name).jsonl": "\(name)\n",
        ])
    }

    private var commands: [[String]] {
        [
            ["info", "run.jsonl"], ["log", "run.jsonl"], ["state", "run.jsonl", "0"], ["diff", "run.jsonl", "0", "2"],
            ["replay", "run.jsonl", "--no-wait"], ["bisect", "run.jsonl", "--bad", "$.count > 5"],
        ].flatMap { [$0, $0 + ["--json"]] } + [
            ["bundle", "run.jsonl", "-o", "-"], ["repair", "run.jsonl", "-o", "-"],
            ["redact", "run.jsonl", "-o", "-", "--path", "$.none"],
            ["redact", "run.jsonl", "-o", "x.jsonl", "--path", "$['\(awkward)']", "--force", "--json"],
            ["redact", "--check", "run.jsonl", "--path", "$['\(awkward)']"],
            ["redact", "--check", "run.jsonl", "--path", "$['\(awkward)']", "--json"],
            // Errors.
            ["info", awkward], ["info", "\(awkward).jsonl"], ["info", "bad.jsonl"], ["info", "bad.jsonl", "--json"],
            ["state", "run.jsonl", awkward], ["state", "run.jsonl", "%\(awkward)"], ["replay", "odd.jsonl"],
            ["state", "odd.jsonl", "1"], ["log", "run.jsonl", "--where", awkward], [awkward], ["log", "--\(awkward)"],
            ["log", "run.jsonl", "--where", "$['\(awkward)']"], ["record", "--program", awkward],
            ["bisect", "run.jsonl", "--invariant", awkward], ["send", awkward, "{}"],
        ]
    }

    @Test func nothingUnprintableReachesATerminalAndEscapedJSONHasTheSameMeaning() throws {
        for arguments in commands {
            let shown = try sandbox.talk(arguments, [], environment: ["NO_COLOR": "1"])
            // A busy machine shows a progress bar, and removes it.
            let output = shown.output.replacing("\r\u{1B}[K", with: "\n").replacing("\r", with: "")
            let raw = output.unicodeScalars.filter { scalar in
                scalar != "\n"
                    && (scalar.properties.generalCategory == .control
                        || [0x200B, 0x202E, 0x2028, 0x2066].contains(scalar.value))
            }
            #expect(raw.isEmpty, "\(arguments): \(shown)")
            // The description of an opaque action gets another pseudonym in each copy.
            guard arguments.last == "--json" || arguments.contains("-") && arguments[0] != "redact" else { continue }
            let written = try sandbox.run(arguments)
            #expect(shown.status == written.status)
            let lines = output.split(separator: "\n").filter { $0.hasPrefix("{") || $0.hasPrefix("[") }
            #expect(
                try lines.map { try JSON(parsing: String($0)) }
                    == written.output.split(separator: "\n").map { try JSON(parsing: String($0)) }, "\(arguments)")
        }
    }

    @Test func filesAndPipesGetTheBytesUnchanged() throws {
        let lines = try sandbox.read("run.jsonl").split(separator: "\n").map(String.init)
        let log = try sandbox.run(["log", "run.jsonl", "--json"])
        #expect(log == Finished(output: Recorded.text([lines[2], lines[3], lines[4], lines[5]])))
        let state = try sandbox.run(["state", "run.jsonl", "0", "--json"])
        #expect(state == Finished(output: #"{"count":0,"\#(awkward)":"\#(awkward)"}"# + "\n"))
    }

    @Test func stylesAreNotEscaped() throws {
        let shown = try sandbox.talk(["diff", "run.jsonl", "0", "2"], [])
        #expect(shown.output.contains("\u{1B}[33m"))
        #expect(!shown.output.contains(#"\u001B"#))
    }
}
