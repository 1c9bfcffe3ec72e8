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
        try run.type("search rick")
        _ = run.read(until: "refresh)\n\n")
        // Actions held during time travel are in the recording, too.
        try run.type("at 0")
        _ = run.read(until: "refresh)\n\n")
        try run.type("search harbour")
        _ = run.read(until: "refresh)\n\n")
        run.process.signal(signal)
        #expect(try run.process.finished().status == 128 + signal)
        let lines = try String(contentsOfFile: "\(run.home)/run.jsonl", encoding: .utf8).split(separator: "\n")
        #expect(lines.count { $0.contains(#""action":{"searchChanged""#) } == 2)
        #expect(lines.last?.contains(#""end":{"actions":2,"#) == true, "\(lines.last ?? "")")
    }

    @Test func aSignalEndsTheWaitForAHost() async throws {
        // It accepts connections and never answers.
        let silent = try LocalAddress.port(0).listen()
        defer { close(silent) }
        let port = LocalAddress.port(of: silent)
        let token = String(repeating: "0", count: 64)
        let run = try LiveRun(
            ["--replicate", "http://127.0.0.1:\(port)"], environment: ["TIMELINE_TOKEN": token])
        // The app has connected. The signal follows at once, because the connection times out.
        let process = run.process.id
        await withCheckedContinuation { done in
            Thread {
                _ = accept(silent, nil, nil)
                kill(process, SIGTERM)
                done.resume()
            }.start()
        }
        #expect(try run.process.finished().status == 128 + SIGTERM)
        #expect(try FileManager.default.contentsOfDirectory(atPath: run.home) == [])
    }

    @Test func aSecondSignalEndsTheAppAtOnce() async throws {
        let host = try LiveRun(["--serve", "--replicate", "shared"])
        let url = try #require(host.read(until: "\n").firstMatch(of: /http:\S+\d/))
        let run = try LiveRun(["--replicate", String(url.0)], home: host.home)
        _ = run.read(until: "refresh)\n\n")
        // The app waits until its changes are sent: here there are none.
        host.process.signal(SIGSTOP)
        defer { host.process.signal(SIGCONT) }
        try run.type("search rick")
        _ = run.read(until: "search: rick\n")
        // On a thread of its own, because it times out after two seconds. Signals that arrive together have no order.
        let process = run.process.id
        Thread {
            kill(process, SIGTERM)
            usleep(200_000)
            kill(process, SIGINT)
        }.start()
        #expect(try run.process.finished().status == 128 + SIGINT)
    }

    @Test func aSignalIgnoredAtTheStartStaysIgnored() throws {
        // As a shell starts background jobs, and as nohup does.
        let process = try TestProcess(["/bin/sh", "-c", "trap '' INT; exec \"$0\"", Run.binary], input: .pipe)
        try process.wait(for: /refresh\)\n\n/)
        process.signal(SIGINT)
        try process.type("search rick\n")
        process.closeInput()
        let run = try process.finished()
        #expect(run.output.hasSuffix("EPISODES  0 unread\nsearch: rick\n\n(none yet: refresh)\n\n"))
        #expect(run.status == 0)
    }
}
