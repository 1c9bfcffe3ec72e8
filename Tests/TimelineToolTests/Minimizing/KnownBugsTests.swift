import Foundation
import Testing
import TimelineKit
import TimelineTestSupport

/// The three bugs of the example, as they were recorded, and hidden in runs of a thousand actions: with `TIMELINE_HARNESS=full`,
/// ten thousand.
@Suite(.ownThreads)
struct KnownBugsTests {
    struct Bug: CustomTestStringConvertible {
        let file: String
        let predicate: [String]
        /// The smallest set of actions that shows the bug, found by hand: each is needed, and the effects need what caused them.
        let actions: [String]
        /// The most screens that the random actions open. Each may take part in the ids of the screens after it.
        var opened = 200

        var testDescription: String { file }
    }

    static let bugs = [
        // A comment arrives, all count as read, and the episode of the comment is opened.
        Bug(
            file: "unread-below-zero", predicate: ["--bad", "$.comments.unread < 0"],
            actions: ["refreshTapped", "commentsArrived", "allReadTapped", "episodeTapped"]),
        // A comment is selected and searched away, and deleted.
        Bug(
            file: "trap-while-filtered", predicate: ["--crash"],
            actions: [
                "refreshTapped", "commentsArrived", "episodeTapped", "commentsTapped", "commentTapped", "searchChanged",
                "deleteTapped",
            ], opened: 0),
        // The details of one episode arrive at the screen of another.
        Bug(
            file: "wrong-details", predicate: ["--invariant", "an episode shows its own details"],
            actions: ["episodeTapped", "appeared", "detailsLoaded"]),
    ]

    @Test(arguments: bugs)
    func aBugAmongManyActionsIsMinimizedToTheSmallestSet(_ bug: Bug) throws {
        let seed = Seed()
        let sandbox = Sandbox()
        let hidden = try HiddenBug.timeline(
            hiding: "\(Sandbox.fixtures)/\(bug.file).jsonl", in: Harness.count(small: 1000, full: 10_000),
            opening: bug.opened, seed: seed)
        try sandbox.write(Data(hidden), to: "hidden.jsonl")
        #expect(try Self.minimized("hidden.jsonl", bug, in: sandbox) == bug.actions, "\(seed)")
    }

    /// Each test that `timeline test` writes fails on the example, and passes on the one without bugs; also the test that
    /// `.ci/crash-to-test` makes of a crash without a person.
    @Test func theWrittenTestsFailUntilTheBugsAreMended() throws {
        let sandbox = Sandbox()
        var files: [String: String] = [:]
        for bug in Self.bugs {
            let written = try sandbox.run(
                ["test", "\(Sandbox.fixtures)/\(bug.file).jsonl", "--seconds", "300"] + bug.predicate, with: "timeline",
                timeout: .seconds(310))
            #expect(written.status == 0 && written.errors == "", "\(written)")
            files["\(bug.file).swift"] = written.output
        }
        // What was recorded passes as long as the program behaves as it did. The structure has the name of another one in `files`.
        let recorded = try sandbox.run(["test", "\(Sandbox.fixtures)/wrong-details.jsonl"], with: "timeline")
        files["recorded.swift"] = recorded.output
        let script = URL(filePath: Sandbox.fixtures).deletingLastPathComponent().appending(path: ".ci/crash-to-test")
        let made = try sandbox.run([Sandbox.tools, "CrashTests.swift"], with: script.path, timeout: .seconds(120))
        #expect(made.status == 0 && made.errors == "", "\(made)")
        #expect(made.output.hasPrefix("episodes: an earlier run ended after step 39: "), "\(made)")
        #expect(made.output.hasSuffix("\nCrashTests.swift: a test of 7 steps\n"), "\(made)")
        files["CrashTests.swift"] = try sandbox.read("CrashTests.swift")

        let tests = try GeneratedTests(files)
        let buggy = try tests.run()
        #expect(
            Self.failed(buggy) == [
                "anEpisodeShowsItsOwnDetails()", "theReducerReturns()", "theReducerReturns()", "theStateIsGood()",
            ], "\(buggy)")
        #expect(buggy.errors.contains("Expectation failed: .success → .signal(SIG"), "\(buggy)")
        #expect(buggy.errors.contains("$.comments.unread < 0 is true:\n  $.comments.unread is -3"), "\(buggy)")
        #expect(buggy.errors.contains("\"an episode shows its own details\" is broken after action 11:\n"), "\(buggy)")
        #expect(buggy.errors.contains("Test theStateIsAsRecorded() passed"), "\(buggy)")
        let mended = try tests.runMended()
        #expect(Self.failed(mended) == ["theStateIsAsRecorded()"], "\(mended)")
        #expect(mended.errors.contains("Test run with 5 tests in 4 suites failed"), "\(mended)")
    }

    /// The names of the actions that `minimize` keeps.
    private static func minimized(_ file: String, _ bug: Bug, in sandbox: Sandbox) throws -> [String] {
        let finished = try sandbox.run(
            ["minimize", file, "-o", "minimal.jsonl", "--seconds=240", "--any", "--json"] + bug.predicate,
            with: "timeline",
            timeout: .seconds(300))
        #expect(finished.status == 0 && finished.errors == "", "\(finished)")
        #expect(finished.output.contains(#""ended":"minimal""#), "\(finished)")
        let log = try sandbox.run(["log", "minimal.jsonl", "--json"], with: "timeline")
        return log.output.split(separator: "\n").compactMap { line in
            (try? JSON(parsing: Array(line.utf8)))?.object?["action"].flatMap(name)
        }
    }

    /// The name of an action: of that of the screen, if it has one.
    private static func name(_ action: JSON) -> String? {
        guard let member = action.object?.members.first else { return nil }
        guard member.key == "screen", let inner = member.value.object?["action"] else { return member.key }
        return name(inner)
    }

    private static func failed(_ finished: Finished) -> [String] {
        finished.errors.split(separator: "\n").compactMap { line in
            line.wholeMatch(of: #/.*Test (\w+\(\)) failed after .*/#).map { String($0.1) }
        }.sorted()
    }
}
