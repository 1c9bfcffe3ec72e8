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

    // MARK: - Line editing

    private func edit(_ talk: [(awaited: String, typed: String)]) throws -> Finished {
        let path = "\(Sandbox.fixtures)/unread-below-zero.jsonl"
        return try sandbox.talk(
            ["debug", path, "33"], with: "timeline", talk, environment: ["NO_COLOR": "1", "TERM": "xterm"])
    }

    @Test(.enabled(if: hasLibedit, "libedit is not installed")) func arrowUpRecallsTheLastCommand() throws {
        let session = try edit([
            ("(33) ", "p $.comments.unread\r"), ("= -3\n(33) ", "\u{1B}[A"), ("p $.comments.unread", "\r"),
            ("= -3\n(33) ", "q\r"),
        ])
        #expect(session.status == 0)
    }

    @Test(.enabled(if: hasLibedit, "libedit is not installed"))
    func theTabulatorKeyCompletesCommandsAndPaths() throws {
        let session = try edit([
            ("(33) ", "pri\t$.comm\t.unr\t\r"), ("$.comments.unread = -3\n(33) ", "p $.comments.all[9].isN\t\r"),
            ("$.comments.all[9].isNew = false\n(33) ", "reverse-continu\t\u{15}q\r"),
        ])
        #expect(session.status == 0)
    }

    @Test(.enabled(if: hasLibedit, "libedit is not installed"))
    func controlCAtThePromptDropsTheLineAndNotTheSession() throws {
        let session = try edit([
            ("(33) ", "p $.nothing"), ("p $.nothing", "\u{3}"), ("\n(33) ", "p $.comments.unread\r"),
            ("$.comments.unread = -3\n(33) ", "\u{3}"), ("\n(33) ", "q\r"),
        ])
        #expect(session.status == 0)
    }

    /// While a line is read, the terminal has other modes.
    @Test(.enabled(if: hasLibedit, "libedit is not installed"), arguments: [SIGTERM, SIGHUP, SIGQUIT])
    func aSignalAtThePromptRestoresTheTerminal(_ signal: Int32) throws {
        // In a process group of its own, as libedit sends the signal to the whole group.
        let session = try sandbox.shellAtTerminal(
            "set -m; stty -g >before; (while stty -g </dev/tty >during; cmp -s before during; do sleep 0.05; done; "
                + "kill -\(signal) $(cat id)) & "
                + "sh -c 'echo $$ >id; TERM=xterm exec counter-timeline debug run.jsonl'; "
                + "echo status $?; stty -g >after")
        #expect(session.output.contains("status \(128 + signal)\n"), "\(session)")
        #expect(try sandbox.read("before") != sandbox.read("during"))
        #expect(try sandbox.read("before") == sandbox.read("after"))
    }
}

private let hasLibedit = ["libedit.so.2", "libedit.so.0", "/usr/lib/libedit.dylib"].contains { (name: String) in
    dlopen(name, RTLD_NOW) != nil
}
