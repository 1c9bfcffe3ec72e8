import Foundation
import Testing
import TimelineTestSupport

/// Processes that share a state through a host. With `TIMELINE_HARNESS=full` there are more changes, in more rounds.
@Suite(.ownThreads)
struct LinkedProcessTests {
    private static let changes = Harness.count(small: 150, full: 1000)
    private static let rounds = Harness.count(small: 1, full: 5)

    /// A host and replicas that share through it, each with a folder of its own.
    private final class World {
        let folder: TemporaryFolder
        let mode: String
        var random = Seed()

        init(mode: String) throws {
            folder = TemporaryFolder()
            self.mode = mode
        }

        func host(changes: Int, isFaulty: Bool = false) throws -> ReplicaProcess {
            try ReplicaProcess(
                "host", in: folder.file("of-host"), mode: mode, seed: random.next(), changes: changes,
                isFaulty: isFaulty, servingAt: folder.file("host"), home: folder.file(""))
        }

        func client(_ id: String, changes: Int, isFaulty: Bool = false) throws -> ReplicaProcess {
            try ReplicaProcess(
                id, in: folder.file("of-\(id)"), mode: mode, seed: random.next(), changes: changes,
                isFaulty: isFaulty, through: "unix:\(folder.file("host"))", home: folder.file(""))
        }
    }

    @Test(arguments: ["actions", "mirror"])
    func `if any process is killed, even the host, the others keep working, and it restarts under its id`(
        mode: String
    ) async throws {
        for _ in 0..<Self.rounds {
            let world = try World(mode: mode)
            var replicas = [try world.host(changes: Self.changes)]
            #expect(await wait { !replicas[0].said("joined").isEmpty }, "\(world.random)")
            replicas += try ["a", "b"].map { try world.client($0, changes: Self.changes) }
            // A replica that starts needs the host.
            #expect(await replicas.allSay("joined"), "\(world.random)")
            // Each is killed once, and one of them twice, in any order.
            var victims = [0, 1, 2, Int.random(in: 0..<3, using: &world.random)]
            victims.shuffle(using: &world.random)
            for victim in victims {
                try await Task.sleep(for: .microseconds(Int.random(in: 0..<150_000, using: &world.random)))
                replicas[victim].kill()
                let others = replicas.indices.filter { $0 != victim }.map { replicas[$0] }
                // The others continue: together, or each alone if the host is gone.
                #expect(await others.allSay("changed"), "\(world.random): \(others.map(\.said))")
                if victim == 0 {
                    #expect(await !others.states().contains(nil), "\(world.random)")
                    replicas[0] = try world.host(changes: 20)
                } else {
                    #expect(await others.agree(), "\(world.random): \(others.map(\.shown))")
                    replicas[victim] = try world.client(replicas[victim].id, changes: 20)
                }
                #expect(await wait { !replicas[victim].said("joined").isEmpty }, "\(world.random)")
            }
            #expect(await replicas.allSay("changed"), "\(world.random)")
            #expect(await replicas.agree(), "\(world.random): \(replicas.map(\.shown))")
            #expect(replicas.complaintsAtEnd() == [], "\(world.random)")
        }
    }

    @Test func `all changes reach all replicas once, even those that a killed one made while the host was gone`()
        async throws
    {
        let world = try World(mode: "actions")
        var host = try world.host(changes: 10)
        #expect(await wait { !host.said("changed").isEmpty })
        var one = try world.client("one", changes: 0)
        let two = try world.client("two", changes: 40)
        #expect(await [one, two].allSay("changed"))
        #expect(await [host, one, two].agree())
        host.kill()
        one.kill()
        // It cannot start without the host, and reports that.
        let early = try world.client("one", changes: 7)
        #expect(early.end() == 1)
        #expect(
            early.said == [
                "refused the app at unix:\(world.folder.file("host")) cannot be reached: connection refused"
            ])
        host = try world.host(changes: 0)
        #expect(await wait { !host.said("joined").isEmpty })
        one = try world.client("one", changes: 300)
        #expect(await wait { !one.said("joined").isEmpty })
        host.kill()
        #expect(await wait { !one.said("changed").isEmpty })
        #expect(try #require(await one.state()).contains(#""counts":{"host":10,"one":300,"two":40}"#))
        // All its changes are in its folder. It is killed before the host is back.
        one.kill()
        host = try world.host(changes: 0)
        #expect(await wait { !host.said("joined").isEmpty })
        one = try world.client("one", changes: 5)
        let all = #""counts":{"host":10,"one":305,"two":40}"#
        #expect(
            await wait { await [host, one, two].states().allSatisfy { $0?.contains(all) == true } },
            "\(world.random): \([host, one, two].map(\.shown))")
    }

    @Test(arguments: ["host", "b"])
    func `a replica with another reducer is detected by all`(faulty: String) async throws {
        let world = try World(mode: "actions")
        let host = try world.host(changes: 60, isFaulty: faulty == "host")
        #expect(await wait { !host.said("joined").isEmpty })
        let replicas = try [host] + ["a", "b"].map { try world.client($0, changes: 60, isFaulty: $0 == faulty) }
        for replica in replicas where replica.id != faulty {
            for (one, other) in [(replica, faulty), (replicas.first { $0.id == faulty }!, replica.id)] {
                let start = "problem replicas \(one.id) and \(other) know the same changes and have different states"
                #expect(await wait { !one.said(start).isEmpty }, "\(world.random): \(one.said)")
            }
        }
        for replica in replicas.reversed() { #expect(replica.end() == 0) }
    }
}
