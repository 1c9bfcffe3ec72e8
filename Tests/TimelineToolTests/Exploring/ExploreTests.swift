import Foundation
import Testing
import TimelineKit
import TimelineTestPrograms
import TimelineTestSupport

@Suite(.ownThreads)
struct ExploreTests {
    private let sandbox = Sandbox(["run.jsonl": Recorded.run])

    @Test func controlCKeepsWhatWasFound() throws {
        let found = try sandbox.talk(
            ["explore", "run.jsonl", "--seconds", "300", "-o", "found", "--processes", "1"],
            [(" 3 found", "\u{3}")], columns: 120)
        #expect(found.status == 1 && found.output.contains("Interrupted: more may be found."), "\(found)")
        let file = try #require(sandbox.files().keys.first { $0.hasPrefix("found/") })
        #expect(try sandbox.run(["verify", file]).status == 1)
    }

    /// The number of processes that search in the folder of the test.
    private func workers() throws -> Int {
        let count =
            #"grep -al [w]orker /proc/[0-9]*/cmdline | while read f; do readlink ${f%cmdline}cwd; done | grep -c "^$PWD\$""#
        return Int(try sandbox.shell(count).output.dropLast()) ?? 0
    }

    @Test func moreProcessesThanProcessorsSearch() throws {
        var count = 0
        _ = try sandbox.run(["explore", "run.jsonl", "--seconds", "20", "--processes", "12"]) { id in
            let due = ContinuousClock.now + .seconds(19)
            while count < 12, .now < due { count = try workers() }
            kill(id, SIGINT)
        }
        #expect(count >= 12)
    }

    /// The search goes on after each trap, and finds all that it would have found.
    @Test func trapsDoNotEndTheSearch() throws {
        for (number, session) in RecordedSession.todo.enumerated() {
            try sandbox.write(
                RecordedSession.text(of: TodoProgram(), session: "\(number)", session), to: "todo/\(number).jsonl")
        }
        let run = try sandbox.run(
            ["explore", "todo", "--steps", "1000", "--json"], with: "todo-timeline",
            environment: ["TODO_FAULT": "editUsesIndex"], timeout: .seconds(120))
        let findings = try JSON(parsing: Array(run.output.utf8)).object?["findings"]?.array?.compactMap(\.object) ?? []
        let possible = findings.filter { $0["label"] != "synthetic" }
        #expect(possible.contains { $0["rule"]?.object?["signal"] != nil })
        #expect(possible.contains { $0["rule"]?.object?["invariant"] != nil })
    }

    @Test func aReducerThatDoesNotReturnEndsTheSearchWithANote() throws {
        try sandbox.write(
            Recorded.run(line: 10, #"{"seq":6,"at":0.600000,"action":{"wait":{"count":-77}},"from":"user"}"#),
            to: "run.jsonl")
        let run = try sandbox.run(
            ["explore", "run.jsonl", "--steps", "400", "--processes", "1"], environment: ["TIMELINE_TIMEOUT": "1"],
            timeout: .seconds(120))
        #expect(
            run.output.contains(
                "A run did not continue within 1 second, and was left out: … add, add, increment, reset, wait."))
        #expect(run.output.contains("The search ended early: its reducer did not return 3 times."))
    }

    @Test func aFolderThatCannotBeWrittenIsReportedAfterTheBugs() throws {
        try FileManager.default.createDirectory(atPath: "\(sandbox.folder)/sealed", withIntermediateDirectories: false)
        let run = try sandbox.run(
            ["explore", "run.jsonl", "--seconds", "3", "--processes", "1", "-o", "sealed/found"]
        ) { _ in
            while try workers() == 0 {}
            try FileManager.default.removeItem(atPath: "\(sandbox.folder)/sealed")
        }
        #expect(run.status == 73)
        #expect(run.output.contains(": the invariant \"count is never negative\" is broken\n"))
        #expect(run.errors.hasPrefix("Error: cannot create sealed/found."), "\(run.errors)")
    }

    @Test func manyPathsAreReadOnlyInPart() throws {
        let file = "\(sandbox.folder)/run.jsonl"
        for number in 0..<2_100 {
            try FileManager.default.linkItem(atPath: file, toPath: "\(sandbox.folder)/\(number).jsonl")
        }
        let run = try sandbox.run(
            ["-c", "ls *.jsonl | counter-timeline explore --files-from - --steps 100 --json"], with: "/bin/sh",
            environment: ["PATH": "\(Sandbox.tools):/usr/bin:/bin"], timeout: .seconds(120))
        let answer = try JSON(parsing: Array(run.output.utf8)).object
        #expect(answer?["timelines"] == 2000)
        #expect(answer?["of"] == 2101)
    }
}
