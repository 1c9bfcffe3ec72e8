import Testing
import TimelineKit
import TimelineTestSupport

@testable import TimelineLive

/// Replicas as state machines. With `TIMELINE_HARNESS=full` there are 2,000 worlds of each kind, otherwise 60.
struct ReplicaCoreTests {
    private static let worlds = Harness.count(small: 60, full: 2000)

    // MARK: - All equal, by the rule

    /// The mirrored state with the highest clock and id prevails, and is never reported as lost.
    @Test(
        "If logs arrive late, twice, in any order or not at all, all replicas have the state that the rule makes",
        // With a small limit, snapshots are frequent.
        arguments: [(Replica<OrderProgram>.Mode.actions, [8, 32, 1000]), (.mirror, [4, 1000])])
    func ruled(mode: Replica<OrderProgram>.Mode, limits: [Int]) {
        var random = Seed()
        for world in 0..<Self.worlds {
            let replicas = ReplicaWorld(mode, limits: limits, &random)
            let ruled = replicas.ruled
            let expected = replicas.state(of: ruled)
            if mode == .actions { #expect(expected.misplaced == 0) }
            for member in replicas.members {
                #expect(member.shown == expected, "\(random), world \(world), \(member.name)")
                if mode == .actions {
                    #expect(member.core.state == expected, "\(random), world \(world), \(member.name)")
                    #expect(member.conflicts == [])
                }
                #expect(!member.conflicts.contains { $0.clock == ruled.last?.clock && $0.origin == ruled.last?.origin })
                #expect(member.diverged == [] && member.overruled == 0, "\(random), world \(world), \(member.name)")
            }
        }
    }

    @Test("A killed replica restarts with its published changes, and a late one receives all changes")
    func killsAndJoins() {
        var random = Seed()
        for world in 0..<Self.worlds {
            var replicas = ReplicaWorld(.actions, size: 5, joined: 3, limit: [8, 1000].randomElement(using: &random)!)
            for _ in 0..<Int.random(in: 30...200, using: &random) {
                let alive = Array(replicas.members.indices)
                if Int.random(in: 0..<20, using: &random) == 0 {
                    replicas.restart(alive.randomElement(using: &random)!)
                }
                if replicas.members.count < 5, Int.random(in: 0..<40, using: &random) == 0 {
                    replicas.join(replicas.members.count)
                }
                replicas.step(&random, alive: Array(replicas.members.indices))
            }
            replicas.settle(Array(replicas.members.indices))
            let expected = replicas.members[0].shown
            // Each was counted once, after its predecessor.
            #expect(expected.misplaced == 0, "\(random), world \(world)")
            for index in replicas.members.indices {
                #expect(expected.counts[index] == replicas.published["r\(index)"]?.count ?? 0)
            }
            for member in replicas.members {
                #expect(member.shown == expected, "\(random), world \(world), \(member.name)")
                #expect(member.core.state == expected)
                #expect(member.diverged == [] && member.overruled == 0, "\(random), world \(world), \(member.name)")
            }
        }
    }

    // MARK: - Epochs

    @Test("Logs and memory stay bounded, whoever is gone, and a replica that comes back takes the epoch of the others")
    func bounded() {
        var random = Seed()
        var replicas = ReplicaWorld(.actions, size: 3, limit: 8)
        replicas.share(2)
        var most = 0
        for round in 0..<3000 {
            replicas.step(&random, alive: [0, 1])
            for index in 0..<2 where round % 7 == index {
                replicas.publish(index)
                replicas.deliver([replicas.members[index].logs.last!], to: 1 - index)
            }
            let kept = replicas.members[..<2].map { $0.core.order.changes.count + $0.core.own.changes.count }
            most = max(most, kept.max()!)
        }
        #expect(most < 16 * 8 * 3, "\(random)")
        // It restarts with its changes.
        replicas.settle([0, 1, 2])
        #expect(replicas.members[2].shown.counts[2] == 1)
        for member in replicas.members { #expect(member.shown == replicas.members[0].shown, "\(random)") }
        #expect(replicas.members[0].core.order.changes.count < 16)
    }

    @Test("If two start an epoch at the same time, all take the higher one, and no action is lost")
    func rivals() {
        var replicas = ReplicaWorld(.actions, size: 3, limit: 9)
        for _ in 0..<5 { replicas.change(0) }
        replicas.settle([0, 1, 2])
        for _ in 0..<3 { replicas.change(0) }
        replicas.publish(0)
        for index in [1, 2] {
            replicas.deliver([replicas.members[0].logs.last!], to: index)
            replicas.publish(index)
        }
        // The first alone knows that all know the last three changes.
        replicas.deliver([1, 2].map { replicas.members[$0].logs.last! }, to: 0)
        for index in [0, 1] { replicas.share(index) }
        let epochs = replicas.members.map(\.core.own.epoch)
        #expect(epochs.map(\.number) == [2, 2, 1])
        #expect(epochs.map { $0.included["r0"] } == [8, 5, 0])
        replicas.settle([2, 0, 1])
        #expect(replicas.members.map(\.core.own.epoch) == Array(repeating: epochs[1], count: 3))
        for member in replicas.members {
            #expect(member.shown.counts == [9, 1, 0] && member.core.state == replicas.members[0].shown)
            #expect(member.shown.misplaced == 0 && member.overruled == 0)
        }
    }

    @Test("What is lost because two started several epochs apart is reported, and the states agree")
    func apart() {
        var replicas = ReplicaWorld(.actions, size: 2, limit: 8)
        replicas.settle([0, 1])
        for index in 0..<2 {
            for _ in 0..<300 { replicas.share(index) }
        }
        replicas.settle([0, 1])
        #expect(replicas.members[0].shown == replicas.members[1].shown)
        #expect(replicas.members[0].core.own.epoch.origin == "r1")
        #expect(replicas.members[1].overruled == 0 && replicas.members[0].overruled > 0)
        #expect(replicas.members[0].shown.counts == [300, 300])
    }

    @Test("A replica whose disk lost changes that others have read starts an epoch without them")
    func lostChanges() {
        var replicas = ReplicaWorld(.actions, size: 2, limit: 1000)
        for _ in 0..<3 { replicas.share(0) }
        replicas.settle([0, 1])
        let logs = replicas.members[0].logs
        replicas.members[0].logs = [logs.first { $0.last == 1 }!]
        replicas.restart(0)
        replicas.change(0)
        replicas.settle([0, 1])
        #expect(replicas.members.map(\.shown.counts) == [[2, 0], [2, 0]])
        #expect(replicas.members[0].core.own.changes.map(\.number) == [4])
        #expect(replicas.members.flatMap(\.diverged) == [])
    }

    // MARK: - The rule, by example

    @Test("A change that comes last is reduced; after one that comes earlier, the state is set")
    func updates() {
        var replicas = ReplicaWorld(.actions, size: 2, limit: 1000)
        replicas.change(0)
        replicas.settle([0, 1])
        #expect(replicas.members.map { [$0.reduced, $0.set] } == [[0, 0], [1, 0]])
        replicas.change(0)
        replicas.change(1)
        replicas.settle([0, 1])
        // In the order r1 follows r0, so the new action is the last one for r0.
        #expect(replicas.members.map { [$0.reduced, $0.set] } == [[1, 0], [1, 1]])
    }

    @Test("Changes of other replicas are not sent again")
    func noEcho() {
        var replicas = ReplicaWorld(.actions, size: 3, limit: 1000)
        replicas.change(0)
        replicas.settle([0, 1, 2])
        #expect(replicas.published.mapValues(\.count) == ["r0": 1])
        // When everything has arrived, no status changes.
        let notes = replicas.members.map { $0.core.own.status?.number }
        replicas.settle([0, 1, 2])
        #expect(replicas.members.map { $0.core.own.status?.number } == notes)
    }

    @Test("A state that was set before an epoch that does not include it is lost, and reported")
    func lateState() {
        var replicas = ReplicaWorld(.mirror, size: 3, limit: 4)
        replicas.change(2)
        let late = replicas.members[2].shown
        for _ in 0..<100 {
            for index in 0..<2 {
                replicas.change(index)
                replicas.settle([0, 1])
            }
        }
        replicas.settle([0, 1, 2])
        for member in replicas.members { #expect(member.shown == replicas.members[0].shown) }
        #expect(replicas.members[0].shown.counts == [100, 100, 0])
        #expect(replicas.members[2].conflicts.map(\.lost) == [.state(late)])
    }

    @Test("No state is lost to an epoch that ends with a change of the same clock")
    func equalClocks() {
        var replicas = ReplicaWorld(.mirror, size: 3, limit: 2)
        replicas.settle([0, 1, 2])
        for index in 1...2 { replicas.share(index) }
        replicas.deliver([replicas.members[1].logs.last!], to: 2)
        replicas.publish(2)
        // All know the first state, and only r1 does not know the second.
        replicas.deliver([1, 2].map { replicas.members[$0].logs.last! }, to: 0)
        replicas.settle([0, 1, 2])
        for member in replicas.members { #expect(member.shown == replicas.state(of: replicas.ruled)) }
        #expect(replicas.members.flatMap(\.diverged).isEmpty)
    }

    // MARK: - Divergence

    @Test("A replica with another reducer and those that know the same changes detect each other, once")
    func divergence() {
        var random = Seed()
        for world in 0..<Self.worlds {
            var replicas = ReplicaWorld(
                .actions, size: 3, limit: 1000,
                reducers: [
                    "r1": { state, action in
                        reduceOrder(&state, action)
                        if action.count == 3 { state.misplaced += 100 }
                    }
                ])
            for index in 0..<3 { (0..<3).forEach { _ in replicas.change(index) } }
            for _ in 0..<100 { replicas.step(&random, alive: [0, 1, 2]) }
            replicas.settle([0, 1, 2])
            #expect(
                replicas.members.map { $0.diverged.sorted() } == [["r1"], ["r0", "r2"], ["r1"]],
                "\(random), world \(world)")
        }
    }
}
