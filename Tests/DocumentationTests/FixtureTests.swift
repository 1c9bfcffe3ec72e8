import Foundation
import Testing
import TimelineJSON
import TimelineJournal

/// The recordings in `Fixtures` are what the example app does today.
struct FixtureTests {
    /// What a run did, without its times, its session and where its snapshots fell.
    private func steps(_ path: String) throws -> [String] {
        var lines = try Journal(opening: path).lines()
        var steps: [String] = []
        while let line = try lines.next() {
            guard case .step(let step) = line.content, case .action(let action) = step.change else { continue }
            let cause = step.cause.map { " because of \($0)" } ?? ""
            steps.append("\(step.seq) \(action.value) from \(step.from?.rawValue ?? "nowhere")\(cause)")
        }
        return steps
    }

    @Test(arguments: [("unread-below-zero", "unread"), ("trap-while-filtered", "trap")])
    func aRecordingIsMadeAnewByItsScript(name: String, script: String) throws {
        let workplace = try Workplace()
        defer { workplace.close() }
        let app = "episodes --delay 0.02 < Fixtures/Scripts/\(script).txt"
        _ = try workplace.run("timeline record -o run.jsonl -- \(app)")
        let fixture = Workplace.root.appending(path: "Fixtures/\(name).jsonl").path(percentEncoded: false)
        let made = workplace.folder.appending(path: "run.jsonl").path(percentEncoded: false)
        #expect(
            try steps(made) == steps(fixture),
            "the example has changed: run Fixtures/regenerate, and read what it gives")
    }

    @Test func theTrapsBundleIsTheEndOfItsRecording() throws {
        let fixtures = Workplace.root.appending(path: "Fixtures").path(percentEncoded: false)
        let all = try steps("\(fixtures)/trap-while-filtered.jsonl")
        #expect(try steps("\(fixtures)/trap-while-filtered.bundle.jsonl") == Array(all.suffix(5)))
        let header = try Journal(opening: "\(fixtures)/trap-while-filtered.bundle.jsonl").header
        #expect(header.bundle == BundleNote(states: 5, lastSeq: 25, lastReduced: false, signal: "SIGILL"))
    }
}
