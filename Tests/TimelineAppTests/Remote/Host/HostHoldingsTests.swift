import Foundation
import Testing
import TimelineKit
import TimelineRemote
import TimelineTestSupport

#if os(Linux)
    /// What a host and replicas hold does not grow with the number of requests and changes.
    @Suite(.ownThreads) struct HostHoldingsTests {
        @Test func aHostHoldsNoMoreAfterManyClients() async throws {
            let folder = TemporaryFolder()
            let host = try ReplicaProcess(
                "host", in: folder.file("shared"), mode: "actions", seed: Harness.seed, changes: 0,
                servingAt: folder.file("host"))
            #expect(await [host].allSay("changed"))
            let address = try #require(RemoteAddress("unix:\(folder.file("host"))"))
            let token = try #require(try TokenFile.read(folder.file("host.token")))
            let action = JSONText(["wrote": ["by": "client", "word": "word"]])
            let rounds = Harness.count(small: 4, full: 200)
            let count = Harness.count(small: 250, full: 2_500)
            var first: Holdings?
            for round in 1...rounds {
                try await withThrowingTaskGroup(of: Void.self) { group in
                    for _ in 0..<4 {
                        group.addTask {
                            var client = RemoteClient(address, token: token)
                            for _ in 0..<count { _ = try await client.dispatch(action) }
                        }
                    }
                    try await group.waitForAll()
                }
                let now = try Holdings(of: host.processID)
                if round == 1 { first = now }
                if round == rounds, let first { #expect(now.isFlat(since: first), "\(first), then \(now)") }
            }
            #expect(await host.state()?.contains(#""counts":{"client":\#(4 * rounds * count)}"#) == true)
            #expect([host].complaintsAtEnd() == [])
        }

        @Test func replicasHoldNoMoreAfterManyChanges() async throws {
            let folder = TemporaryFolder()
            let changes = Harness.count(small: 600, full: 100_000)
            let replicas = try ["a", "b"].map {
                try ReplicaProcess($0, in: folder.file("shared"), mode: "actions", seed: Harness.seed, changes: changes)
            }
            #expect(await replicas.allSay("joined"))
            try await Task.sleep(for: .seconds(1))
            let before = try replicas.map { try Holdings(of: $0.processID) }
            #expect(await replicas.allSay("changed"))
            #expect(await replicas.agree())
            // No change is lost, and none occurs twice.
            let state = try #require(await replicas[0].state())
            #expect(state.contains(#""counts":{"a":\#(changes),"b":\#(changes)}"#), "\(state)")
            for (replica, before) in zip(replicas, before) {
                let now = try Holdings(of: replica.processID)
                #expect(now.isFlat(since: before), "\(before), then \(now)")
            }
            let shared = folder.file("shared")
            let sizes = try FileManager.default.contentsOfDirectory(atPath: shared).map {
                try FileManager.default.attributesOfItem(atPath: "\(shared)/\($0)")[.size] as? Int ?? 0
            }
            // The logs are compacted, so the folder holds the last changes and a snapshot.
            print("\(changes) changes each leave \(sizes.reduce(0, +)) bytes in the folder")
            #expect(replicas.complaintsAtEnd() == [])
        }
    }
#endif
