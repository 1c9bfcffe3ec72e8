import Foundation
import TestHarness
import TestSupport
import Testing

#if os(Linux)
    /// What a host and replicas hold does not grow with the number of requests and changes.
    @Suite(.ownThreads) struct HostHoldingsTests {
        @Test func aHostHoldsNoMoreAfterManyClients() async throws {
            let folder = try TemporaryFolder()
            let host = try LaneProcess(["host", folder.path])
            let url = await host.line()
            let token = try text(of: folder.file("token")).trimmingCharacters(in: .whitespacesAndNewlines)
            let rounds = Harness.count(small: 4, full: 200)
            var first: Holdings?
            for round in 1...rounds {
                let clients = try LaneProcess(
                    ["clients", url, "\(Harness.count(small: 250, full: 2_500))"], token: token)
                #expect(await clients.line() == "done")
                #expect(clients.end() == 0)
                let now = try Holdings(of: host.id)
                if round == 1 { first = now }
                if round == rounds, let first { #expect(now.isFlat(since: first), "\(first), then \(now)") }
            }
            #expect(host.end() == 0)
        }

        @Test func replicasHoldNoMoreAfterManyChanges() async throws {
            let folder = try TemporaryFolder()
            let changes = Harness.count(small: 1_500, full: 100_000)
            let replicas = try ["a", "b"].map {
                try ReplicaProcess(
                    $0, in: folder.file("shared"), mode: "actions", seed: Harness.seed, changes: changes)
            }
            #expect(await replicas.allSay("joined"))
            try await Task.sleep(for: .seconds(1))
            let before = try replicas.map { try Holdings(of: $0.processID) }
            #expect(await replicas.allSay("changed"))
            #expect(await replicas.agree())
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
