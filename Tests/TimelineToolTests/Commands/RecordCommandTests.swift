import Foundation
import Testing
import TimelineKit
import TimelineReplay
import TimelineTestSupport

@Suite(.ownThreads)
struct RecordCommandTests {
    private let sandbox = Sandbox()

    @Test func aSignalIsPassedOnOnce() throws {
        let finished = try sandbox.run(
            ["record", "-o", "run.jsonl", "--", "\(Sandbox.tools)/counter-app"], input: "increment\nwait\nincrement\n"
        ) { id in
            for _ in 0..<4000 where (try? sandbox.read("run.jsonl").contains("waiting")) != true { usleep(5000) }
            kill(id, SIGTERM)
        }
        #expect(finished == Finished(output: "1 SIGTERM\n", errors: "Recorded in run.jsonl\n"))
        #expect(try Journal(opening: "\(sandbox.folder)/run.jsonl").last == 2)
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
}
