import Foundation
import Testing
import TimelineKit
import TimelineStore
import TimelineTestPrograms
import TimelineTestSupport

/// `timeline mcp` as agents start it.
@Suite(.ownThreads) struct AgentTests {
    private let sandbox: Sandbox

    init() throws {
        sandbox = Sandbox()
        try sandbox.write("secret\n", to: "outside.jsonl")
        let fixture = URL(fileURLWithPath: "\(Sandbox.fixtures)/unread-below-zero.jsonl")
        try sandbox.write(try Data(contentsOf: fixture), to: "runs/unread.jsonl")
        try sandbox.write("secret\n", to: "runs-of-others/run.jsonl")
        try FileManager.default.createSymbolicLink(
            atPath: "\(sandbox.folder)/runs/link.jsonl", withDestinationPath: "../outside.jsonl")
        // A folder of one timeline whose segment is elsewhere.
        try FileManager.default.createDirectory(
            atPath: "\(sandbox.folder)/runs/linked", withIntermediateDirectories: false)
        try FileManager.default.createSymbolicLink(
            atPath: "\(sandbox.folder)/runs/linked/outside.jsonl", withDestinationPath: "../../outside.jsonl")
    }

    private func call(_ tool: String, _ arguments: JSON, options: [String] = []) throws -> (text: String, isError: Bool)
    {
        let request: JSON = [
            "jsonrpc": "2.0", "id": 1, "method": "tools/call",
            "params": ["name": .string(tool), "arguments": arguments],
        ]
        let server = try sandbox.start(["mcp", "runs"] + options, with: "timeline")
        try server.type("\(request)\n")
        let answer = server.output(after: 0, through: "\n")
        server.closeInput()
        #expect(try server.finished() == Finished(output: answer))
        let result = try JSON(parsing: answer).object?["result"]?.object
        return (
            try #require(result?["content"]?.array?.first?.object?["text"]?.string),
            (try #require(result?["isError"])) == true
        )
    }

    @Test(
        arguments: [
            ("info", [:], []),
            (
                "log", ["from": "32", "to": 34, "where": "$.episodeTapped"],
                ["--from=32", "--to=34", "--where=$.episodeTapped"]
            ),
            ("log", [:], ["--from=-30"]),
            ("state", ["at": "-5", "path": "$.comments.unread"], ["-5", "--path=$.comments.unread"]),
            ("diff", ["from": 32, "to": "33"], ["32", "33"]),
            ("bisect", ["bad": "$.comments.unread < 0", "salvage": false], ["--bad=$.comments.unread < 0"]),
            ("blame", ["path": "$.comments.unread", "at": "40"], ["$.comments.unread", "--at=40"]),
            ("test", ["bad": "$.comments.unread < 0"], ["--bad=$.comments.unread < 0"]),
            // A negative finding is an answer.
            ("bisect", ["bad": "$.comments.unread > 99"], ["--bad=$.comments.unread > 99"]),
        ] as [(String, JSON, [String])])
    func eachToolAnswersAsItsCommandDoes(tool: String, arguments: JSON, options: [String]) throws {
        var object = try #require(arguments.object)
        object["file"] = "unread.jsonl"
        let answer = try call(tool, .object(object))
        let file = "\(URL(fileURLWithPath: sandbox.folder).resolvingSymlinksInPath().path)/runs/unread.jsonl"
        let expected = try sandbox.run([tool, file] + options, with: "timeline")
        let parts = answer.text.components(separatedBy: "\nNext: ")
        #expect(!answer.isError)
        try #require(parts.count == 2)
        #expect(answer.text.utf8.count <= 6000)
        if expected.output.utf8.count + expected.errors.utf8.count < 5800 {
            #expect(parts[0] == expected.output + expected.errors)
        } else {
            // Lines are cut, and the last ones are left out.
            let lines = parts[0].split(separator: "\n")
            #expect(lines.last?.hasPrefix("… ") == true || lines.contains { $0.hasSuffix(" …") })
            for (line, whole) in zip(lines.dropLast(), expected.output.split(separator: "\n")) {
                #expect(line.hasSuffix(" …") ? whole.hasPrefix(line.dropLast(2)) : line == whole)
            }
        }
    }

    /// A server with a call that does not end, as the process number of its command.
    private func hanging(_ id: Int = 7, meta: String = "{}") throws -> (server: TestProcess, command: pid_t) {
        // Replayed from the state recorded after step 4.
        let actions =
            Array(repeating: #"{"added":{"_0":1}}"#, count: 4) + [#"{"tagged":{"_0":"hostile"}}"#]
            + Array(repeating: #"{"added":{"_0":1}}"#, count: 2)
        let recorded = try sandbox.run(
            ["record", "--program", "mutant", "-o", "runs/hang.jsonl", "--force"], with: "mutant-timeline",
            input: actions.joined(separator: "\n") + "\n")
        #expect(recorded.status == 0)
        let server = try sandbox.start(
            ["mcp", "runs"], with: "mutant-timeline", environment: ["MUTANT_HOSTILITY": "hang"])
        try server.type(
            #"{"id":\#(id),"method":"tools/call","params":{"_meta":\#(meta),"name":"state","arguments":{"file":"hang.jsonl","at":"6"}}}"#
                + "\n")
        var command: pid_t?
        for _ in 0..<1000 where command == nil {
            usleep(10_000)
            command = Self.child(of: server.id).flatMap(Self.child)
        }
        return (server, try #require(command))
    }

    private static func child(of parent: pid_t) -> pid_t? {
        let finished = try? TestProcess.run(["ps", "-o", "pid=", "--ppid", "\(parent)"])
        return finished?.output.split(separator: "\n").first.flatMap { pid_t($0.trimmingCharacters(in: .whitespaces)) }
    }

    /// Its parent may be gone, and leave it as a zombie.
    private func hasEnded(_ command: pid_t) throws -> Bool {
        for _ in 0..<200 {
            let state = try TestProcess.run(["ps", "-o", "stat=", "-p", "\(command)"]).output
            if state.isEmpty || state.hasPrefix("Z") { return true }
            usleep(50_000)
        }
        return false
    }

    @Test func aPingIsAnsweredDuringACallThatCanBeCanceled() throws {
        let (server, command) = try hanging()
        try server.type(#"{"id":8,"method":"ping"}"# + "\n")
        #expect(server.output(after: 0, through: "\n") == #"{"jsonrpc":"2.0","id":8,"result":{}}"# + "\n")
        #expect(try TestProcess.run(["ps", "-p", "\(command)"]).status == 0)
        let start = server.output.utf8.count
        try server.type(#"{"id":9,"method":"tools/call","params":{"name":"info","arguments":{"file":"none"}}}"# + "\n")
        try server.type(#"{"method":"notifications/cancelled","params":{"requestId":7,"reason":"late"}}"# + "\n")
        // The call that was canceled is not answered, and the next is.
        #expect(server.output(after: start, through: "\n").hasPrefix(#"{"jsonrpc":"2.0","id":9,"result""#))
        #expect(try hasEnded(command))
        server.closeInput()
        #expect(try server.waitForStatus() == 0)
    }

    @Test(arguments: [SIGKILL, SIGTERM, 0]) func aCommandEndsWithTheServerThatAsked(signal: Int32) throws {
        let (server, command) = try hanging()
        if signal == 0 { server.closeInput() } else { server.signal(signal) }
        #expect(try server.waitForStatus() == (signal == 0 ? 0 : 128 + signal))
        #expect(try hasEnded(command))
        #expect(server.output == "")
    }

    @Test func aNameIsNotCutAtACharacterThatNoNameHolds() throws {
        #expect(
            try call("info", ["file": "unread.jsonl\0.txt"])
                == ("Error: file: found the character U+0000, which no argument can hold", true))
        #expect(
            try call("state", ["file": "unread.jsonl", "path": "$.comments\0"])
                == ("Error: path: found the character U+0000, which no argument can hold", true))
    }

    @Test func anAnswerHoldsNothingThatHidesOrReordersText() throws {
        let hidden = "\u{202E}\u{9B}\u{200B}"
        try sandbox.write(
            Recorded.run.replacing("before reset", with: "m\(hidden)")
                .replacing(#""state":{"count":0}"#, with: #""state":{"count":0,"\#(hidden)":"\#(hidden)"}"#),
            to: "runs/\(hidden).jsonl")
        let file: JSON = .string("\(hidden).jsonl")
        let answers = try [
            call("info", [:]), call("info", ["file": file]), call("state", ["file": file, "at": "0"]),
            call("log", ["file": file]), call("state", ["file": .string(hidden)]),
        ]
        for answer in answers { #expect(!answer.text.unicodeScalars.contains { hidden.unicodeScalars.contains($0) }) }
        #expect(answers[2].text.contains(#""\u202E\u009B\u200B": "\u202E\u009B\u200B""#))
        let unknown = try sandbox.run(
            ["mcp", "runs"], with: "timeline", input: #"{"id":1,"method":"\#(hidden)"}"# + "\n")
        #expect(unknown.output.contains(#"there is no method \"\\u{202E}\\u{9B}\\u{200B}\""#))
    }

    @Test func theTimelinesOfTheFoldersAreListed() throws {
        let folder = URL(fileURLWithPath: sandbox.folder).resolvingSymlinksInPath().path
        #expect(
            try call("info", ["file": .null]).text
                == "\(folder)/runs/unread.jsonl\n\nNext: info of one of them.")
    }

    @Test(arguments: [
        "../outside.jsonl", "link.jsonl", "linked", "linked/outside.jsonl", "/etc/passwd",
        "../runs-of-others/run.jsonl", "missing.jsonl", "-",
        "http://127.0.0.1:1", "unread.jsonl/..//../outside.jsonl",
    ]) func aFileOutsideOfTheFoldersIsNotRead(file: String) throws {
        let answer = try call("state", ["file": .string(file)])
        #expect(answer.isError)
        let folder = URL(fileURLWithPath: sandbox.folder).resolvingSymlinksInPath().path
        #expect(
            answer.text
                == "Error: \(file) is in none of the folders: \(folder)/runs\nCall info without a file for the timelines there."
        )
    }

    @Test(
        arguments: [
            ("log", ["file": "unread.jsonl", "to": true], "Error: to: found a boolean, expected a string"),
            ("bisect", ["file": "unread.jsonl", "salvage": "x"], "Error: salvage: found a string, expected a boolean"),
            ("blame", ["file": "unread.jsonl"], "Error: blame needs the argument \"path\""),
            (
                "diff", ["file": "unread.jsonl", "from": "--json", "to": "2"],
                "Error: from: found \"--json\", which begins as an option does"
            ),
            (
                "state", ["file": "unread.jsonl", "step": "2"],
                "Error: state has no argument \"step\". Its arguments are file, at, path, salvage."
            ),
        ] as [(String, JSON, String)])
    func anArgumentThatIsWrongIsNamed(tool: String, arguments: JSON, error: String) throws {
        #expect(try call(tool, arguments) == (error, true))
    }

    @Test func onlyWithControlAreActionsSent() throws {
        let without = try sandbox.run(
            ["mcp", "runs"], with: "timeline", input: #"{"id":1,"method":"tools/call","params":{"name":"send"}}"#)
        #expect(
            without.output
                == #"{"jsonrpc":"2.0","id":1,"error":{"code":-32602,"message":"there is no tool \"send\". The tools are info, log, state, diff, bisect, blame, test, actions."}}"#
                + "\n")
        let arguments: JSON = ["url": "http://127.0.0.1:1", "actions": [[:]]]
        let expected = try sandbox.run(["send", "http://127.0.0.1:1", "{}"], with: "timeline")
        #expect(try call("send", arguments, options: ["--control"]) == (expected.errors, true))
    }

    // MARK: - Running apps

    /// The answers of one server to several questions, the last of which may come after the app has ended.
    private func answers(
        about app: LiveApp, at url: String? = nil, _ options: [String] = [],
        _ ask: (_ call: (String, JSON) throws -> String) async throws -> Void
    ) async throws {
        let server = try sandbox.start(
            ["mcp", "runs", url ?? app.url] + options, environment: ["TIMELINE_TOKEN": app.token])
        try await ask { tool, arguments in
            let request: JSON = ["name": .string(tool), "arguments": arguments]
            let start = server.output.utf8.count
            try server.type("\(["id": 1, "method": "tools/call", "params": request] as JSON)\n")
            let answer = try JSON(parsing: server.output(after: start, through: "\n")).object?["result"]?.object
            return try #require(answer?["content"]?.array?.first?.object?["text"]?.string)
        }
        server.closeInput()
        #expect(try server.waitForStatus() == 0)
        #expect(sandbox.files().keys.filter { $0.hasPrefix("tmp/") } == [])
    }

    @Test func aRunningAppIsAskedByItsAddressAndAfterItEnded() async throws {
        let app = try LiveApp()
        try await answers(about: app) { call in
            for amount in 1...3 {
                app.store.dispatch(.add(amount: amount))
                #expect(
                    try call("state", ["file": .string(app.url), "at": .int(amount)]).contains(
                        "\(amount * (amount + 1) / 2)"))
            }
            let recorded = try sandbox.run(
                ["record", "--from", app.url, "-o", "live.jsonl"], environment: ["TIMELINE_TOKEN": app.token])
            #expect(recorded.status == 0)
            let log = try sandbox.run(["log", "live.jsonl"])
            let answer = try call("log", ["file": .string(app.url)])
            #expect(answer.hasPrefix(log.output + "\nNext: "))
            let culprit = try call("bisect", ["file": .string(app.url), "bad": "$.count > 2"])
            #expect(culprit.hasPrefix("Step 2 turned the state bad") && !culprit.contains("/tmp/"))
            await app.stop()
            #expect(
                try call("log", ["file": .string(app.url)])
                    == "the app at \(app.url) cannot be reached: nothing listens there. This is its timeline up to then.\n\(answer)"
            )
            // Another one that listens is not named.
            #expect(try call("log", ["file": "http://127.0.0.1:1"]).contains("is in none of the folders"))
        }
    }

    @Test func anAppThatWasRestartedIsAskedAnew() async throws {
        let apps = [try LiveApp(), try LiveApp()]
        let proxy = try AppProxy(apps[0], then: apps[1])
        try await answers(about: apps[0], at: proxy.url) { call in
            apps[0].store.dispatch(.add(amount: 5))
            for amount in 1...3 { apps[1].store.dispatch(.add(amount: amount)) }
            proxy.loseConnections()
            #expect(try call("log", ["file": .string(proxy.url)]).contains("add {\"amount\":5}"))
            let answer = try call("log", ["file": .string(proxy.url)])
            #expect(answer.contains("add {\"amount\":3}") && !answer.contains("add {\"amount\":5}"))
        }
    }

    @Test func withControlAnAppDispatchesAllActionsOrNoneAndShowsItsPast() async throws {
        let app = try LiveApp()
        let url = JSON.string(app.url)
        try await answers(about: app, ["--control"]) { call in
            let sent = try call("send", ["url": url, "actions": [["add": ["amount": 3]], #"{"increment":{}}"#]])
            #expect(sent.hasPrefix("step 1\nstep 2\n"))
            #expect(
                try call("send", ["url": url, "actions": [["increment": [:]], ["decrement": [:]]]])
                    == "Error: the app refused: an action is not valid for counter: $[1]: CounterAction has no case \"decrement\" (422)\n"
            )
            let many = JSON.array(Array(repeating: ["increment": [:]], count: 101))
            #expect(try call("send", ["url": url, "actions": many]).contains("at most 100 actions: found 101"))
            #expect(app.store.state.count == 4)
            #expect(try call("travel", ["url": url, "to": 1]).hasPrefix("shows the state after step 1\n"))
            #expect(app.store.state.count == 3)
            #expect(try call("send", ["url": url, "actions": [["reset": [:]]]]).contains("the past is shown"))
            #expect(try call("resume", ["url": url]).hasPrefix("live, after step 2\n"))
            #expect(app.store.state.count == 4)
        }
    }

    // MARK: - Questions

    @Test func aClientThatAsksForProgressIsToldEachSecond() throws {
        let (server, _) = try hanging(meta: #"{"progressToken":"p"}"#)
        for second in 1...2 {
            let start = server.output.utf8.count
            #expect(
                server.output(after: start, through: "\n")
                    == #"{"jsonrpc":"2.0","method":"notifications/progress","params":{"progressToken":"p","progress":\#(second)}}"#
                    + "\n")
        }
        server.closeInput()
        #expect(try server.waitForStatus() == 0)
    }

    @Test func anotherVersionThatReplaysIsNamed() throws {
        try sandbox.write(Recorded.run.replacing("1.0.0", with: "0.9.0"), to: "runs/old.jsonl")
        let finished = try sandbox.run(
            ["mcp", "runs"],
            input: #"{"id":1,"method":"tools/call","params":{"name":"state","arguments":{"file":"old.jsonl"}}}"# + "\n")
        #expect(
            finished.output.contains(#""text":"Recorded by version 0.9.0 of counter; version 1.0.0 replays it.\n{"#))
    }

    @Test func theActionsAreDescribedAsTheProgramDecodesThem() throws {
        let lines = Recorded.lines.map { $0.replacing(#"{"amount":"#, with: #"{"note":[null],"amount":"#) }
        try sandbox.write(
            Recorded.text(lines).replacing(#"{"reset":{}}"#, with: #"{"sold":{}}"#), to: "runs/note.jsonl")
        let schema = try sandbox.run(["schema", "--actions", "runs/note.jsonl"])
        let types = schema.output.split(separator: "\n").filter {
            $0.contains("title") && $0.contains("anyOf") == false
        }
        #expect(
            types.dropFirst().joined(separator: "\n") == """
                    {"title":"add","examples":[{"add":{"note":[null],"amount":5}},{"add":{"note":[null],"amount":-10}},\
                {"add":{"note":[null],"amount":-1}}],"description":"4 actions","type":"object","properties":{"add":\
                {"type":"object","properties":{"amount":{"type":"integer"},"note":{"type":"array","items":{"type":"null"}}},\
                "required":["amount"]}},"required":["add"]},
                    {"title":"increment","examples":[{"increment":{}}],"description":"3 actions","type":"object",\
                "properties":{"increment":{"type":"object"}},"required":["increment"]},
                    {"title":"sold","deprecated":true,"description":"1 action","type":"object","properties":{"sold":\
                {"type":"object"}},"required":["sold"]}
                """)
    }

    /// `FILE`, `PATH` and others in the table stand for a fixture of which they are true.
    @Test func eachCommandOfTheSkillRuns() throws {
        let skill = try sandbox.run(["mcp", "--skill"], with: "timeline").output
        for name in ["unread-below-zero", "trap-while-filtered.bundle"] {
            let file = URL(fileURLWithPath: "\(Sandbox.fixtures)/\(name).jsonl")
            try sandbox.write(try Data(contentsOf: file), to: "Fixtures/\(name).jsonl")
        }
        let blocks = skill.matches(of: #/```console\n(?<lines>[^`]*)```/#).flatMap { $0.lines.split(separator: "\n") }
        let inline = skill.matches(of: #/`(?<line>timeline [^`]*)`/#).map(\.line)
        #expect(blocks.count == 8 && inline.count == 15)
        for command in blocks + inline {
            let crashes = command.contains("--crash")
            let line = command.replacing(
                "FILE", with: "Fixtures/\(crashes ? "trap-while-filtered.bundle" : "unread-below-zero").jsonl"
            )
            .replacing(
                "CONDITION on $.before, $.action, $.after", with: "$.after.comments.unread < $.before.comments.unread"
            )
            .replacing("CONDITION", with: "$.comments.unread < 0").replacing("PATH", with: "'$.comments.unread'")
            .replacing("COPY", with: "copy.jsonl").replacing("Recordings", with: "runs")
            let finished = try sandbox.shell(String(line))
            #expect(finished.status == (line.contains("verify") ? 1 : 0), "\(line)\n\(finished)")
        }
    }

    @Test func aFolderThatIsMissingIsNamed() throws {
        let finished = try sandbox.run(["mcp", "nowhere"], with: "timeline")
        #expect(finished == Finished(errors: "Error: nowhere is no folder\n", status: 64))
    }

    /// The package `mcp` of PyPI: with the versions that begin with `initialize`, and those that do not.
    @Test(.needs(.mcp)) func theOfficialClientGetsTheSameAnswers() throws {
        let script = """
            import asyncio
            from mcp import Client, StdioServerParameters
            async def main():
                for mode in ["legacy", "auto"]:
                    server = StdioServerParameters(command="\(Sandbox.tools)/timeline", args=["mcp", "runs"])
                    async with Client(server, mode=mode) as client:
                        names = [tool.name for tool in (await client.list_tools()).tools]
                        answer = await client.call_tool("diff", {"file": "unread.jsonl", "from": "31", "to": "32"})
                        wrong = await client.call_tool("diff", {"file": "unread.jsonl"})
                        print(client.protocol_version, *names, answer.content[0].text, wrong.is_error)
            asyncio.run(main())
            """
        let finished = try Python.run(script, in: sandbox)
        let answer = """
            info log state diff bisect blame test actions   $.comments.unread  8 → 0

            Next: blame with the path of a changed value, for all steps that changed it. True

            """
        #expect(finished.output == "2025-11-25 \(answer)2026-07-28 \(answer)", "\(finished)")
    }
}
