import Foundation
import Testing
import TimelineTestSupport

/// `episodes`, ended by a signal.
@Suite(.ownThreads)
struct SignalTests {
    @Test(arguments: [SIGINT, SIGTERM, SIGHUP])
    func aSignalEndsTheAppAndLeavesNoFile(signal: Int32) async throws {
        let run = try LiveRun(["--serve", "--hot-reload", "state.json", "--delay", "3600"])
        _ = run.read(until: "refresh)\n\n")
        #expect(try FileManager.default.contentsOfDirectory(atPath: "\(run.home)/.timeline").count == 1)
        try run.type("search rick")
        _ = run.read(until: "refresh)\n\n")
        // Running effects are not awaited.
        try run.type("refresh")
        _ = run.read(until: "refresh)\n\n")
        try run.type("wait")
        run.process.signal(signal)
        let end = try run.process.finished()
        #expect(end.status == 128 + signal)
        #expect(end.errors == "")
        #expect(try FileManager.default.contentsOfDirectory(atPath: run.home).sorted() == [".timeline", "state.json"])
        #expect(try FileManager.default.contentsOfDirectory(atPath: "\(run.home)/.timeline") == [])
        #expect(try String(contentsOfFile: "\(run.home)/state.json", encoding: .utf8).contains("\"search\": \"rick\""))
    }

    @Test(arguments: [SIGINT, SIGTERM])
    func aRequestedRecordingEndsCleanly(signal: Int32) async throws {
        let run = try LiveRun([], environment: ["TIMELINE_RECORD": "run.jsonl"])
        _ = run.read(until: "refresh)\n\n")
        // Actions held during time travel are in the recording, too.
        for line in ["search rick", "at 0", "search harbour"] {
            try run.type(line)
            _ = run.read(until: "refresh)\n\n")
        }
        run.process.signal(signal)
        #expect(try run.process.finished().status == 128 + signal)
        let lines = try String(contentsOfFile: "\(run.home)/run.jsonl", encoding: .utf8).split(separator: "\n")
        #expect(lines.count { $0.contains(#""action":{"searchChanged""#) } == 2)
        #expect(lines.last?.contains(#""end":{"actions":2,"#) == true, "\(lines.last ?? "")")
    }
}
