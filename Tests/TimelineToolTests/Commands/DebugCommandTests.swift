import Foundation
import Testing
import TimelineTestSupport

/// Sessions on `Recorded.run`, which counts 0, 1, 6, -4, -3, 0, -1, -2, -1, and on the fixtures.
@Suite(.ownThreads)
struct DebugCommandTests {
    private let sandbox = Sandbox(["run.jsonl": Recorded.run])

    private func debug(_ lines: String..., at position: String = "0") throws -> Finished {
        try sandbox.run(["debug", "run.jsonl", position], input: lines.map { $0 + "\n" }.joined())
    }

    /// The sessions of the README.
    @Test(arguments: [
        ("unread", "unread-below-zero"), ("trap", "trap-while-filtered"), ("details", "wrong-details"),
    ])
    func aTerminalShowsWhatAScriptShows(script: String, fixture: String) throws {
        let lines = try String(contentsOfFile: "\(Sandbox.fixtures)/Scripts/\(script).debug", encoding: .utf8)
            .split(separator: "\n").map { String($0) + "\n" }
        let path = "\(Sandbox.fixtures)/\(fixture).jsonl"
        let scripted = try sandbox.run(["debug", path], with: "timeline", input: lines.joined())
        let typed = try sandbox.talk(
            ["debug", path], with: "timeline", (lines + ["q\n"]).map { (") ", $0) }, environment: ["NO_COLOR": "1"])
        #expect(scripted.status == 0 && typed.status == 0)
        // The terminal wraps long lines; its last one is the prompt and the q.
        let words = typed.output.split(whereSeparator: \.isWhitespace).dropLast(2)
        #expect(words == scripted.output.split(whereSeparator: \.isWhitespace)[...])
    }

    @Test func controlCStopsASearchAndNotTheSession() throws {
        let steps = (1...400).map { #"{"seq":\#($0),"at":1,"action":{"reset":{}},"from":"user"}"# }
        try sandbox.write(Recorded.text(Array(Recorded.lines[..<2]) + steps), to: "long.jsonl")
        let session = try sandbox.talk(
            ["debug", "long.jsonl", "7"],
            [
                (") ", "b $.count < 0\n"), (") ", "\u{3}c\n"), ("Searching", "\u{3}"),
                ("The search was stopped. The position is still 7.", "p $.count\n"), ("$.count = 0", "q\n"),
            ], environment: ["NO_COLOR": "1", "COUNTER_FAULT": "sleep debug"])
        #expect(session.status == 0)
    }

    @Test func controlCAtThePromptDropsTheLineAndNotTheSession() throws {
        let session = try sandbox.talk(
            ["debug", "run.jsonl", "7"],
            [(") ", "p $.nothing"), ("p $.nothing", "\u{3}"), ("^C", "p $.count\n"), ("$.count = -2", "q\n")],
            environment: ["NO_COLOR": "1"])
        #expect(session.status == 0 && !session.output.contains("Error"), "\(session)")
    }
}
