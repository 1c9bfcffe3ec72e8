import Foundation
import TestHarness
import Testing

/// `episodes`, ended by a signal.
@Suite(.ownThreads)
struct SignalTests {
    @Test(arguments: [SIGINT, SIGTERM, SIGHUP])
    func aSignalEndsTheAppAndLeavesNoFile(signal: Int32) async throws {
        let run = try LiveRun(["--serve", "--hot-reload", "state.json", "--delay", "3600"])
        _ = await run.read(until: "refresh)\n\n")
        #expect(try FileManager.default.contentsOfDirectory(atPath: "\(run.home)/.timeline").count == 1)
        try run.type("search rick")
        _ = await run.read(until: "refresh)\n\n")
        // Running effects are not awaited.
        try run.type("refresh")
        _ = await run.read(until: "refresh)\n\n")
        try run.type("wait")
        let end = await run.end(by: signal)
        #expect(end.signal == signal)
        #expect(end.errors == "")
        #expect(try FileManager.default.contentsOfDirectory(atPath: run.home).sorted() == [".timeline", "state.json"])
        #expect(try FileManager.default.contentsOfDirectory(atPath: "\(run.home)/.timeline") == [])
        #expect(try String(contentsOfFile: "\(run.home)/state.json", encoding: .utf8).contains("\"search\": \"rick\""))
    }

    @Test(arguments: [SIGINT, SIGTERM])
    func aRequestedRecordingEndsCleanly(signal: Int32) async throws {
        let run = try LiveRun([], environment: ["TIMELINE_RECORD": "run.jsonl"])
        _ = await run.read(until: "refresh)\n\n")
        try run.type("search rick")
        _ = await run.read(until: "refresh)\n\n")
        // Actions held during time travel are in the recording, too.
        try run.type("at 0")
        _ = await run.read(until: "refresh)\n\n")
        try run.type("search harbour")
        _ = await run.read(until: "refresh)\n\n")
        #expect(await run.end(by: signal).signal == signal)
        let lines = try String(contentsOfFile: "\(run.home)/run.jsonl", encoding: .utf8).split(separator: "\n")
        #expect(lines.count { $0.contains(#""action":{"searchChanged""#) } == 2)
        #expect(lines.last?.contains(#""end":{"actions":2,"#) == true, "\(lines.last ?? "")")
    }

    @Test func aSignalEndsTheWaitForAHost() async throws {
        // It accepts connections and never answers.
        let silent = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        defer { close(silent) }
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = inet_addr("127.0.0.1")
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        let port = withUnsafeMutablePointer(to: &address) { address in
            address.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                _ = bind(silent, $0, length)
                _ = getsockname(silent, $0, &length)
            }
            return UInt16(bigEndian: address.pointee.sin_port)
        }
        listen(silent, 8)
        let token = String(repeating: "0", count: 64)
        let run = try LiveRun(
            ["--replicate", "http://127.0.0.1:\(port)"], environment: ["TIMELINE_TOKEN": token])
        // The app has connected. The signal follows at once, because the connection times out.
        let process = run.processIdentifier
        await withCheckedContinuation { done in
            Thread {
                _ = accept(silent, nil, nil)
                kill(process, SIGTERM)
                done.resume()
            }.start()
        }
        #expect(await run.ended().signal == SIGTERM)
        #expect(try FileManager.default.contentsOfDirectory(atPath: run.home) == [])
    }

    @Test func aSecondSignalEndsTheAppAtOnce() async throws {
        let host = try LiveRun(["--serve", "--replicate", "shared"])
        let url = try #require(await host.read(until: "\n").firstMatch(of: /http:\S+\d/))
        let run = try LiveRun(["--replicate", String(url.0)], home: host.home)
        _ = await run.read(until: "refresh)\n\n")
        // The app waits until its changes are sent: here there are none.
        host.send(SIGSTOP)
        defer { host.send(SIGCONT) }
        try run.type("search rick")
        _ = await run.read(until: "search: rick\n")
        // On a thread of its own, because it times out after two seconds. Signals that arrive together have no order.
        let process = run.processIdentifier
        Thread {
            kill(process, SIGTERM)
            usleep(200_000)
            kill(process, SIGINT)
        }.start()
        #expect(await run.ended().signal == SIGINT)
    }

    @Test func aSignalIgnoredAtTheStartStaysIgnored() async throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "episodes-\(UUID().uuidString)").path
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let process = Process()
        process.executableURL = URL(filePath: "/bin/sh")
        // As a shell starts background jobs, and as nohup does.
        process.arguments = ["-c", "trap '' INT; exec \"$0\"", Run.binary.path]
        let (stdin, stdout) = (Pipe(), Pipe())
        process.standardInput = stdin
        process.standardOutput = stdout
        process.currentDirectoryURL = URL(filePath: folder)
        try process.run()
        var bytes: [UInt8] = []
        while !String(decoding: bytes, as: UTF8.self).hasSuffix("refresh)\n\n") {
            bytes += stdout.fileHandleForReading.readData(ofLength: 1)
        }
        kill(process.processIdentifier, SIGINT)
        try stdin.fileHandleForWriting.write(contentsOf: Data("search rick\n".utf8))
        try stdin.fileHandleForWriting.close()
        let rest = String(decoding: try stdout.fileHandleForReading.readToEnd() ?? Data(), as: UTF8.self)
        process.waitUntilExit()
        #expect(rest == "EPISODES  0 unread\nsearch: rick\n\n(none yet: refresh)\n\n")
        #expect(process.terminationReason == .exit && process.terminationStatus == 0)
    }
}
