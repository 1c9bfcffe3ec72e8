import Foundation
import Testing
import TimelineKit
import TimelineStore
import TimelineTestPrograms
import TimelineRemote
import TimelineTestSupport

@Suite(.ownThreads)
struct ManyClientsTests {
    /// With `TIMELINE_HARNESS=full` there are 100,000 dispatches.
    @Test func `reduces the actions of four clients once and in order, even if responses are lost, for every follower`()
        async throws
    {
        let run = try HostRun(OrderProgram(threads: 4))
        let count = Harness.count(small: 500, full: 25_000)
        let client = try run.client()
        // It does not read until all actions are dispatched.
        var stalled = try await client.follow()
        var stalledLog = FollowerLog(client)
        async let cut = Self.followWithCuts(client, through: 4 * count)
        try await withThrowingTaskGroup(of: Void.self) { group in
            for lane in 0..<2 { group.addTask { try await Self.client(run, lane, count) } }
            for lane in 2..<4 { group.addTask { try await Self.clientThatLosesResponses(run, lane, count) } }
            try await group.waitForAll()
        }
        #expect(run.store.state.counts == [count, count, count, count] && run.store.state.misplaced == 0)
        #expect(run.recorder.seq == 4 * count)
        try await stalledLog.follow(&stalled, through: 4 * count)
        let cutLog = try await cut
        for log in [stalledLog, cutLog] {
            #expect(log.steps == Array(1...4 * count))
            #expect(log.state == (try JSONCoding.encode(run.store.state).value))
        }
        #expect(cutLog.fetched > 0)
        // A request whose client closed the connection may arrive after its retry.
        #expect(run.refusals.filter { !$0.contains("409 Conflict: this client has already sent request number") } == [])
        await run.host.finish()
    }

    private static func client(_ run: HostRun<OrderProgram>, _ lane: Int, _ count: Int) async throws {
        var client = try run.client()
        var last = 0
        for number in 1...count {
            let answer = try await client.dispatch(JSONText(action(lane, number)))
            let seq = try #require(answer.object?["seq"]?.int)
            if seq <= last { Issue.record("step \(seq) was returned after step \(last)") }
            last = seq
        }
    }

    /// Disconnects at random moments, and reconnects later.
    private static func followWithCuts(_ client: RemoteClient, through last: Int) async throws -> FollowerLog {
        var random = Seed()
        var log = FollowerLog(client)
        while log.seq != last {
            var follower = try await client.follow(after: log.seq ?? 0)
            for _ in 0..<Int.random(in: 1...max(2, last / 20), using: &random) where log.seq != last {
                guard let message = try await follower.next() else { break }
                try await log.take(message)
                // Disconnected here, it would fetch the same steps again.
                if case .missed = message, let next = try await follower.next() { try await log.take(next) }
            }
            try await Task.sleep(for: .milliseconds(Int.random(in: 0...40, using: &random)))
        }
        return log
    }

    private static func action(_ lane: Int, _ number: Int) -> JSON {
        ["thread": .number(JSONNumber(lane)), "count": .number(JSONNumber(number))]
    }

    /// Closes the connection before the response to every fifth request, and retries.
    private static func clientThatLosesResponses(_ run: HostRun<OrderProgram>, _ lane: Int, _ count: Int) async throws {
        try await RawSocket.onThread {
            var socket = try run.connect()
            for number in 1...count {
                let body = #"{"action":\#(action(lane, number)),"client":"lane \#(lane)","number":\#(number)}"#
                let request =
                    "POST /dispatch HTTP/1.1\r\n\(run.headers)Content-Type: application/json\r\n"
                    + "Content-Length: \(body.utf8.count)\r\n\r\n\(body)"
                if number.isMultiple(of: 5) {
                    socket.send(request)
                    socket = try run.connect()
                }
                socket.send(request)
                let answer = socket.readResponse()
                if answer.status != 200 { Issue.record("\(answer.head)\n\(answer.body)") }
            }
        }
    }
}
