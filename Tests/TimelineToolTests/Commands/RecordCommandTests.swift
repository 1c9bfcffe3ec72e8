import Foundation
import Testing
import TimelineJSON
import TimelineJournal
import TimelineTestSupport

@Suite(.ownThreads)
struct RecordCommandTests {
    private let sandbox: Sandbox

    init() throws { sandbox = try Sandbox() }

    /// Runs the app under `record`, with commands on its standard input.
    private func record(_ orders: String, during: (pid_t) throws -> Void = { _ in }) throws -> Finished {
        try sandbox.run(
            ["record", "-o", "run.jsonl", "--", "\(Sandbox.tools)/counter-app"], input: orders, during: during)
    }

    @Test func aSignalIsPassedOnOnce() throws {
        let finished = try record("increment\nwait\nincrement\n") { id in
            for _ in 0..<4000 where (try? sandbox.read("run.jsonl").contains("waiting")) != true { usleep(5000) }
            kill(id, SIGTERM)
        }
        #expect(finished == Finished(output: "1 SIGTERM\n", errors: "Recorded in run.jsonl\n"))
        #expect(try Journal(opening: "\(sandbox.folder)/run.jsonl").index.last == 2)
    }

    @Test func aDefaultNameHasTheAppAndTheTime() throws {
        let finished = try sandbox.run(["record", "--", "\(Sandbox.tools)/counter-app"])
        let name = try #require(sandbox.files().keys.first)
        #expect(name.wholeMatch(of: /counter-app-\d{8}-\d{6}\.jsonl/) != nil)
        #expect(finished == Finished(errors: "Recorded in \(name)\n"))
    }

    /// All start before the first creates the file.
    @Test func ofRecordersOfOneFileOneAloneHasRecorded() throws {
        let app = "until [ -e go ]; do sleep 0.01; done; exec \(Sandbox.tools)/counter-app"
        let processes = try (0..<4).map { _ in
            try sandbox.start(["record", "-o", "same.jsonl", "--", "/bin/sh", "-c", app])
        }
        usleep(500_000)
        try sandbox.write("", to: "go")
        let endings = try processes.map { process in
            process.closeInput()
            return try process.finished().errors.split(separator: "\n").last
        }
        #expect(endings.filter { $0 == "Recorded in same.jsonl" }.count == 1)
        let refused = "Warning: sh recorded nothing: cannot create \(sandbox.folder)/same.jsonl: file exists"
        #expect(endings.filter { $0.map(String.init) == refused }.count == 3, "\(endings)")
    }

    private let orders = "add 5\nincrement\nadd 2\nadd 3\nadd 4\nadd -30\n"

    @Test func everyLineConformsToTheFormat() throws {
        _ = try record(orders + "mark here\n" + String(repeating: "increment\n", count: 300))
        let bytes = Array(try sandbox.read("run.jsonl").utf8)
        let journal = try Journal(bytes: bytes)
        #expect(journal.index.damage.isEmpty)
        #expect(journal.index.isTorn == false)
        #expect(journal.index.unknown == 0)
        #expect(journal.index.actions == 306)
        #expect(journal.index.end?.actions == 306)
        #expect(journal.index.end?.snapshots == journal.index.snapshots)
        #expect(journal.index.marks.map(\.name) == ["here"])
        let attributes = try FileManager.default.attributesOfItem(atPath: "\(sandbox.folder)/run.jsonl")
        #expect(attributes[.posixPermissions] as? Int == 0o600)
    }

    @Test(.needs(.jq)) func jqReadsIt() throws {
        _ = try record(orders)
        let read = try sandbox.shell("jq -c 'select(.action) | [.seq, .action]' run.jsonl | tail -1")
        #expect(read == Finished(output: #"[6,{"add":{"amount":-30}}]"# + "\n"))
    }

    @Test(.needs(.duckdb)) func duckDBReadsARecording() throws {
        _ = try record(orders)
        let query = "select count(*), max(seq) from read_json('run.jsonl') where action is not null"
        let read = try Python.run("import duckdb; print(duckdb.sql(\"\(query)\").fetchall())", in: sandbox)
        #expect(read == Finished(output: "[(6, 6)]\n"))
    }
}
