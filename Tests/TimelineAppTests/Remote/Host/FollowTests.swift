import Foundation
import Testing
import TimelineKit
import TimelineReplay
import TimelineTestPrograms
import TimelineRemote
import TimelineStore
import TimelineTestSupport

@Suite(.ownThreads)
struct FollowTests {
    @Test func `sends a snapshot, then each step with its patch`() async throws {
        let causing = Middleware<Counter, CounterAction> { dispatched, _, next in
            // A step that does not exist is not sent.
            let cause = dispatched.from == "push" ? Int.max : dispatched.action == .increment ? 1 : nil
            next(ActionDispatch(action: dispatched.action, from: dispatched.from, cause: cause))
        }
        let run = try HostRun(CounterProgram(), middleware: [causing])
        run.store.dispatch(.add(amount: 2))
        var follower = try await run.client().follow()
        var messages: [String] = []
        func read() async throws { messages.append(try await follower.next().map { "\($0.json)" } ?? "the end") }
        try await read()
        run.store.dispatch(.increment)
        run.store.set(Counter(count: 9), by: "hotReload")
        run.store.dispatch(.add(amount: 0), from: "push")
        for _ in 1...3 { try await read() }
        // The times of the recording.
        var ats: [Int: JSON] = [:]
        for step in try run.recorder.openJournal().steps() { ats[step.seq] = .number(JSONNumber(step.at.seconds)!) }
        #expect(
            messages == [
                #"{"seq":1,"state":{"count":2}}"#,
                #"{"seq":2,"patch":[{"op":"replace","path":"/count","value":3}],"at":\#(ats[2]!),"#
                    + #""action":{"increment":{}},"from":"user","cause":1}"#,
                #"{"seq":3,"patch":[{"op":"replace","path":"/count","value":9}],"at":\#(ats[3]!),"by":"hotReload"}"#,
                #"{"seq":4,"patch":[],"at":\#(ats[4]!),"action":{"add":{"amount":0}},"from":"push"}"#,
            ])
        await run.host.finish()
    }

    @Test func `a follower that stalls learns what it missed, and catches up with no step missing`() async throws {
        let folder = TemporaryFolder()
        var limits = HostLimits()
        limits.followerSteps = 16
        // The buffer of a Unix socket is small, so that the follower surely falls behind.
        let run = try HostRun(
            CounterProgram(), at: .unixSocket(path: folder.file("host")), folder: folder, limits: limits)
        let client = try run.client()
        var follower = try await client.follow()
        let count = Harness.count(small: 3000, full: 100_000)
        // The follower does not read, and each dispatch returns.
        for _ in 1...count { run.store.dispatch(.increment) }
        var log = FollowerLog(client)
        try await log.follow(&follower, through: count)
        #expect(log.fetched > 0)
        #expect(log.steps == Array(1...count))
        #expect(log.state == ["count": .number(JSONNumber(count))])
        await run.host.finish()
    }

    @Test func `closes the WebSocket of a follower that sends data, and serves others`() async throws {
        let run = try HostRun(CounterProgram())
        let masked: [(WebSocketFrame, UInt16)] = [
            (WebSocketFrame(.text, Array("hello".utf8)), 1003),
            (WebSocketFrame(.text, [UInt8](repeating: 0, count: 5000)), 1009),
        ]
        for (frame, code) in masked {
            let socket = try run.followRaw()
            socket.send(frame.bytes(mask: [1, 2, 3, 4]))
            #expect(Self.closing(socket) == code)
        }
        let bare = try run.followRaw()
        bare.send(WebSocketFrame(.close, []).bytes())
        #expect(Self.closing(bare) == 1002, "a client masks its frames")
        #expect(try run.get("/state").status == 200)
        #expect(run.store.state.count == 0)
        await run.host.finish()
    }

    /// The code of the frame that ends a connection.
    private static func closing(_ socket: RawSocket) -> UInt16? {
        var bytes = socket.readAll()
        guard let place = bytes.firstRange(of: Array("\r\n\r\n".utf8)) else { return nil }
        bytes.removeSubrange(..<place.upperBound)
        while let frame = try? WebSocketFrame.take(from: &bytes, isMasked: false, limit: 1 << 20) {
            if frame.kind == .close, frame.payload.count >= 2 {
                return UInt16(frame.payload[0]) << 8 | UInt16(frame.payload[1])
            }
        }
        return nil
    }
}
