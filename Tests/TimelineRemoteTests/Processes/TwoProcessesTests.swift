import Foundation
import TestHarness
import Testing
import TimelineJSON
import TimelineRemote

/// A host in one process, clients in another, and followers in this one. With `TIMELINE_HARNESS=full` there are 100,000
/// dispatches.
@Suite(.ownThreads)
struct TwoProcessesTests {
    @Test func `the actions of four clients are reduced once and in order, and every follower receives all of them`()
        async throws
    {
        let folder = try TemporaryFolder()
        let count = Harness.count(small: 500, full: 25_000)
        let host = try LaneProcess(["host", folder.path])
        let url = await host.line()
        let token = try text(of: folder.file("token")).trimmingCharacters(in: .newlines)
        let address = try #require(RemoteAddress(url))
        let client = RemoteClient(address, token: try #require(RemoteToken(token)))

        // It does not read until all actions are dispatched.
        var stalled = try await client.follow()
        var stalledLog = FollowerLog(client)
        async let cut = Self.followWithCuts(client, through: 4 * count)

        let clients = try LaneProcess(["clients", url, "\(count)"], token: token)
        #expect(await clients.line() == "done")
        #expect(clients.end() == 0)
        try host.ask()
        #expect(await host.line() == "[\(count), \(count), \(count), \(count)] 0 faults \(4 * count) steps")

        try await stalledLog.follow(&stalled, through: 4 * count)
        let cutLog = try await cut
        for log in [stalledLog, cutLog] {
            #expect(log.steps == Array(1...4 * count))
            #expect(log.state == Self.state(count))
        }
        print("fetched: stalled \(stalledLog.fetched), cut off \(cutLog.fetched) of \(4 * count)")
        #expect(cutLog.fetched > 0)
        #expect(host.end() == 0)
    }

    private static func state(_ count: Int) -> JSON {
        let lane = JSON.number(JSONNumber(count))
        return ["lanes": [lane, lane, lane, lane], "faults": 0]
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
}
