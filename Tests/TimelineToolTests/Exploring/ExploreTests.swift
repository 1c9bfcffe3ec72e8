import Foundation
import Testing
import TimelineJSON
import TimelineShopCore
import TimelineTestHarness
import TimelineTodoCore

@Suite(.ownThreads)
struct ExploreTests {
    private let sandbox: Sandbox

    init() throws { sandbox = try Sandbox(["run.jsonl": Recorded.run]) }

    @Test func controlCKeepsWhatWasFound() throws {
        let process = try sandbox.start([
            "explore", "run.jsonl", "--seconds", "300", "-o", "found", "--json", "--reasons",
        ])
        // Runs are kept after the bug of the recording was found.
        while process.isRunning, !process.errors.contains("kept as 4") { usleep(10_000) }
        let found = try process.end(SIGINT)
        #expect(found.status == 1)
        let answer = try JSON(parsing: Array(found.output.utf8)).object
        #expect(answer?["interrupted"] == true)
        // By then, it may have found a trap of synthetic actions, too.
        let first = answer?["findings"]?.array?.first?.object
        #expect(first?["possible"] == true)
        let file = try #require(first?["file"]?.string)
        #expect(try sandbox.run(["verify", file]).status == 1)
    }

    /// The search goes on after each trap, and finds all that it would have found.
    @Test func trapsDoNotEndTheSearch() throws {
        for (number, session) in RecordedSession.todo.enumerated() {
            try sandbox.write(
                RecordedSession.text(of: TodoProgram(), session: "\(number)", session), to: "todo/\(number).jsonl")
        }
        let run = try sandbox.run(
            ["explore", "todo", "--steps", "4000", "--json"], with: "todo-timeline",
            environment: ["TODO_FAULT": "editUsesIndex"], timeout: .seconds(120))
        let findings = try JSON(parsing: Array(run.output.utf8)).object?["findings"]?.array?.compactMap(\.object) ?? []
        let possible = findings.filter { $0["possible"] == true }
        #expect(possible.contains { $0["rule"]?.object?["signal"] != nil })
        #expect(possible.contains { $0["rule"]?.object?["invariant"] != nil })
    }

    @Test func aReducerThatDoesNotReturnEndsTheSearchWithANote() throws {
        try sandbox.write(
            Recorded.run(line: 10, #"{"seq":6,"at":0.600000,"action":{"wait":{"count":-77}},"from":"user"}"#),
            to: "run.jsonl")
        let run = try sandbox.run(
            ["explore", "run.jsonl", "--steps", "400", "--processes", "1"], timeout: .seconds(120))
        #expect(
            run.output.contains(
                "A run did not end within 10 seconds, and was left out: … add, add, increment, reset, wait."))
        #expect(run.output.contains("The search ended early: its reducer did not return 3 times."))
    }

    @Test func aFolderThatCannotBeWrittenIsReportedAfterTheBugs() throws {
        let run = try sandbox.shell(
            "mkdir sealed && (sleep 2; rm -r sealed) & counter-timeline explore run.jsonl --seconds 4 -o sealed/found")
        #expect(run.status == 73)
        #expect(run.output.contains("possible: the invariant \"count is never negative\" is broken\n"))
        #expect(run.errors.hasPrefix("Error: cannot create sealed/found."), "\(run.errors)")
    }

    @Test func manyPathsAreReadOnlyInPart() throws {
        let file = "\(sandbox.folder)/run.jsonl"
        for number in 0..<2_100 {
            try FileManager.default.linkItem(atPath: file, toPath: "\(sandbox.folder)/\(number).jsonl")
        }
        let run = try sandbox.run(
            ["-c", "ls *.jsonl | counter-timeline explore --files-from - --steps 20000 --json"], with: "/bin/sh",
            environment: ["PATH": "\(Sandbox.tools):/usr/bin:/bin"], timeout: .seconds(120))
        let answer = try JSON(parsing: Array(run.output.utf8)).object
        #expect(answer?["timelines"] == 2000)
        #expect(answer?["of"] == 2101)
    }
}
