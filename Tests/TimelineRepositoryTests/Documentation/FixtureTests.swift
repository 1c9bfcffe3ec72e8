import Foundation
import Testing
import TimelineKit
import TimelineReplay
import TimelineTestSupport

/// The recordings in `Fixtures` match the example app.
@Suite(.ownThreads)
struct FixtureTests {
    /// The actions of a recording, without its times, its session and its snapshots. Generated identifiers are
    /// replaced by a word.
    private func steps(_ path: String) throws -> [String] {
        try Journal(opening: path).steps().compactMap { step in
            guard case .action(let action) = step.change else { return nil }
            let cause = step.cause.map { " because of \($0)" } ?? ""
            let value = "\(action.value)".replacing(/[0-9A-F]{8}(?:-[0-9A-F]{4}){3}-[0-9A-F]{12}/, with: "UUID")
                .replacing(/posted-[0-9a-f]{8}/, with: "posted-ID")
            return "\(step.seq) \(value) from \(step.from ?? "nowhere")\(cause)"
        }
    }

    @Test(arguments: [
        ("unread-below-zero", "unread", "--delay 0.02"), ("trap-while-filtered", "trap", "--delay 0.02"),
        ("wrong-details", "details", "--keep-effects"),
    ])
    func aScriptReproducesItsRecording(name: String, script: String, options: String) throws {
        let workplace = try Workplace()
        let app = "episodes \(options) < Fixtures/Scripts/\(script).txt"
        _ = try workplace.run("timeline record -o run.jsonl -- \(app)")
        let fixture = Repository.url.appending(path: "Fixtures/\(name).jsonl").path(percentEncoded: false)
        let made = workplace.folder.file()
        #expect(
            try steps(made) == steps(fixture),
            "the example has changed: run Fixtures/regenerate, and review its changes")
    }

    @Test func theBundleIsTheEndOfItsRecording() throws {
        let fixtures = Repository.url.appending(path: "Fixtures").path(percentEncoded: false)
        let all = try steps("\(fixtures)/trap-while-filtered.jsonl")
        #expect(try steps("\(fixtures)/trap-while-filtered.bundle.jsonl") == Array(all.suffix(5)))
        let header = try Journal(opening: "\(fixtures)/trap-while-filtered.bundle.jsonl").header
        #expect(
            header.bundle
                == BundleNote(states: 5, lastSeq: 39, lastReduced: false, signal: "SIGILL", exitStatus: 132))
    }

    @Test(.needs(.jq, .duckdb)) func aRecordingConformsToTheFormatAndOtherToolsReadIt() throws {
        let workplace = try Workplace()
        let run = try workplace.run(
            "timeline record -o run.jsonl -- episodes --delay 0.02 < Fixtures/Scripts/unread.txt >/dev/null")
        #expect(run.status == 0)
        let path = workplace.folder.file()
        let index = try Journal(opening: path).index
        #expect(index.damageCount == 0 && !index.isTorn && index.unknown == 0)
        #expect(index.actions == 57)
        #expect(index.end?.actions == 57)
        // A busy machine makes a reducer slow.
        let all = try text(of: path).split(separator: "\n"), lines = all.filter { !$0.contains(",\"took\":") }
        let sites = lines.compactMap { $0.firstMatch(of: /,"site":\{"number":(\d+)/)?.1 }
        #expect(Set(sites).count == 9)
        #expect(lines.count == 1 + 57 + 5 + index.snapshots + sites.count + 1)
        #expect(try workplace.run("jq -r 'select(.action) | .seq' run.jsonl | wc -l").output == "57\n")
        let query = "import duckdb; print(duckdb.sql(\"select count(action) from 'run.json'\").fetchall()[0][0])"
        try workplace.write(query, to: "q.py")
        #expect(try workplace.run("cp run.jsonl run.json && python3 q.py").output == "57\n")
    }
}
