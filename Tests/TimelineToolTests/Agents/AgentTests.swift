import Foundation
import Testing
import TimelineJSON
import TimelineTestHarness

/// `timeline mcp` as agents start it.
@Suite(.ownThreads) struct AgentTests {
    private let sandbox: Sandbox

    init() throws {
        sandbox = try Sandbox()
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
        let finished = try sandbox.run(["mcp", "runs"] + options, with: "timeline", input: "\(request)\n")
        #expect(finished.status == 0 && finished.errors == "")
        let result = try JSON(parsing: finished.output).object?["result"]?.object
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
    @Test func theOfficialClientGetsTheSameAnswers() throws {
        guard try Python.run("import mcp", in: sandbox).status == 0 else {
            return print("skipped, as the Python package mcp is not installed")
        }
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
