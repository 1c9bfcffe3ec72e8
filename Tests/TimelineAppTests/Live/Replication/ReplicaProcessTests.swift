import Foundation
import Testing
import TimelineTestSupport

/// Processes that share a folder. With `TIMELINE_HARNESS=full` there are more changes, in more rounds.
@Suite(.ownThreads)
struct ReplicaProcessTests {
    private static let changes = Harness.count(small: 150, full: 1000)
    private static let rounds = Harness.count(small: 1, full: 5)

    @Test(
        "Killing any one at any moment leaves the others working, and it comes back under its own id",
        arguments: ["actions", "mirror"])
    func killed(mode: String) async throws {
        var random = Seed()
        for _ in 0..<Self.rounds {
            let folder = TemporaryFolder()
            let shared = folder.file("shared")
            var replicas = try ["a", "b", "c"].map {
                try ReplicaProcess($0, in: shared, mode: mode, seed: random.next(), changes: Self.changes)
            }
            for _ in 0..<4 {
                let victim = Int.random(in: 0..<3, using: &random)
                try await Task.sleep(for: .microseconds(Int.random(in: 0..<150_000, using: &random)))
                replicas[victim].kill()
                let others = replicas.indices.filter { $0 != victim }.map { replicas[$0] }
                // The others continue without it.
                #expect(await others.allSay("changed"), "\(random)")
                #expect(await others.agree(), "\(random)")
                for other in others { #expect(other.said("problem") == [], "\(random)") }
                replicas[victim] = try ReplicaProcess(
                    replicas[victim].id, in: shared, mode: mode, seed: random.next(), changes: 20)
            }
            #expect(await replicas.allSay("changed"), "\(random)")
            #expect(await replicas.agree(), "\(random): \(replicas.map(\.shown))")
            #expect(replicas.complaintsAtEnd() == [], "\(random)")
        }
    }
}
