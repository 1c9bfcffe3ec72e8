import Foundation
import Testing
import TimelineKit
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
    private func hanging(_ id: Int = 7) throws -> (server: TestProcess, command: pid_t) {
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
            #"{"id":\#(id),"method":"tools/call","params":{"name":"state","arguments":{"file":"hang.jsonl","at":"6"}}}"#
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
                == #"{"jsonrpc":"2.0","id":1,"error":{"code":-32602,"message":"there is no tool \"send\". The tools are info, log, state, diff, bisect, blame, test."}}"#
                + "\n")
        let arguments: JSON = ["url": "http://127.0.0.1:1", "action": "{}"]
        let expected = try sandbox.run(["send", "http://127.0.0.1:1", "{}"], with: "timeline")
        #expect(try call("send", arguments, options: ["--control"]) == (expected.errors, true))
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
            info log state diff bisect blame test   $.comments.unread  8 → 0

            Next: blame with the path of a changed value, for all steps that changed it. True

            """
        #expect(finished.output == "2025-11-25 \(answer)2026-07-28 \(answer)", "\(finished)")
    }
}
