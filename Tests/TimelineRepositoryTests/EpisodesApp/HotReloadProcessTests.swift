import Foundation
import Testing
import TimelineTestSupport

/// `episodes --hot-reload`, twice on one file: two processes.
@Suite(.ownThreads)
struct HotReloadProcessTests {
    @Test func twoProcessesOnOneFileShowTheLastValidSaveAndNeitherErasesIt() async throws {
        let first = try LiveRun(["--hot-reload", "state.json"])
        _ = first.read(until: Self.empty)
        let file = "\(first.home)/state.json"
        // As the person saved it, not as an app would write it.
        let saved = try text(file).replacing("\"search\": \"\"", with: "\"search\":   \"rick\"")
        try save(saved, file)
        try first.show(until: "search: rick\n")
        let second = try LiveRun(["--hot-reload", "state.json"], home: first.home)
        #expect(second.read(until: "refresh)\n\n").contains("search: rick\n"))
        for run in [first, second] {
            try run.type("wait 0.5")
            _ = run.read(until: "refresh)\n\n")
        }
        #expect(try text(file) == saved)

        // Each follows the other's changes.
        try second.type("search harbour")
        _ = second.read(until: "refresh)\n\n")
        try first.show(until: "search: harbour\n")
        try first.type("search ferry")
        _ = first.read(until: "refresh)\n\n")
        try second.show(until: "search: ferry\n")

        // Both ignore a bad save, and follow the next good one, however it is saved.
        let good = try text(file)
        try save("{", file)
        for run in [first, second] { try run.show(until: "search: ferry\n") }
        try await Task.sleep(for: .milliseconds(500))
        #expect(try text(file) == "{")
        for (round, name) in ["calls", "diner", "scale", "water"].enumerated() {
            try save(good.replacing("\"ferry\"", with: "\"\(name)\""), file, isAtomic: round % 2 == 0)
            for run in [first, second] { try run.show(until: "search: \(name)\n") }
        }
        for run in [first, second] {
            let end = try run.end()
            #expect(end.status == 0)
            // One error each.
            #expect(
                end.errors
                    == "timeline: state.json, line 1, column 2: expected a key in quotes, found the end. The state "
                    + "is unchanged; save the file again.\n")
        }
        #expect(try text(file) == good.replacing("\"ferry\"", with: "\"water\""))
    }

    @Test func twoInstancesThatStartAtOnceAgreeOnOneFile() throws {
        let first = try LiveRun(["--hot-reload", "state.json"])
        let second = try LiveRun(["--hot-reload", "state.json"], home: first.home)
        for run in [first, second] { _ = run.read(until: Self.empty) }
        try first.type("search rick")
        try second.show(until: "search: rick\n")
        for run in [first, second] {
            let end = try run.end()
            #expect(end.status == 0 && end.errors == "", "\(end)")
        }
        #expect(try text("\(first.home)/state.json").contains("\"search\": \"rick\""))
    }

    private static let empty = "EPISODES  0 unread\n\n(none yet: refresh)\n\n"

    private func text(_ file: String) throws -> String { try String(contentsOfFile: file, encoding: .utf8) }

    private func save(_ text: String, _ file: String, isAtomic: Bool = true) throws {
        try text.write(toFile: file, atomically: isAtomic, encoding: .utf8)
    }
}
