import TestHarness
import TestSupport
import Testing

import TimelineKit
@testable import TimelineLive
import TimelineLive

/// Replicas as state machines. `TIMELINE_HARNESS=full` makes 2,000 worlds of each kind, rather than 60.
struct ReplicaCoreTests {
    private static let worlds = Harness.count(small: 60, full: 2000)

    // MARK: - All equal, by the rule

    @Test("Whatever comes late, twice, in another order or not at all, all reduce the same actions in the one order")
    func actions() {
        var random = Seed()
        for world in 0..<Self.worlds {
            let size = Int.random(in: 3...5, using: &random)
            // With a limit as small as this, snapshots are made all the time.
            var replicas = ReplicaWorld(.actions, size: size, limit: [8, 32, 1000].randomElement(using: &random)!)
            for index in 0..<size { replicas.join(index) }
            // So that all wait for all: what one does of whom nobody has heard may come after a snapshot.
            replicas.settle(Array(0..<size))
            for _ in 0..<Int.random(in: 1...200, using: &random) { replicas.step(&random, alive: Array(0..<size)) }
            replicas.settle(Array(0..<size))
            let expected = replicas.state(of: replicas.ruled)
            #expect(expected.misplaced == 0)
            for member in replicas.members {
                #expect(member.shown == expected, "\(random), world \(world), \(member.name)")
                #expect(member.core.state == expected, "\(random), world \(world), \(member.name)")
                #expect(member.conflicts == [])
                #expect(member.divergences.map(\.replica) == [], "\(random), world \(world), \(member.name)")
            }
        }
    }

    @Test("Of mirrored states the one with the highest clock and id stays, and is never reported as lost")
    func mirror() {
        var random = Seed()
        for world in 0..<Self.worlds {
            let size = Int.random(in: 3...5, using: &random)
            var replicas = ReplicaWorld(.mirror, size: size, limit: [4, 1000].randomElement(using: &random)!)
            for index in 0..<size { replicas.join(index) }
            // So that all wait for all: what one does of whom nobody has heard may come after a snapshot.
            replicas.settle(Array(0..<size))
            for _ in 0..<Int.random(in: 1...200, using: &random) { replicas.step(&random, alive: Array(0..<size)) }
            replicas.settle(Array(0..<size))
            let ruled = replicas.ruled
            for member in replicas.members {
                #expect(member.shown == replicas.state(of: ruled), "\(random), world \(world), \(member.name)")
                #expect(
                    !member.conflicts.contains { $0.clock == ruled.last?.clock && $0.origin == ruled.last?.origin })
                #expect(member.divergences.map(\.replica) == [], "\(random), world \(world), \(member.name)")
            }
        }
    }

    @Test("One that is killed comes back with what it had published, and one that joins late gets all")
    func killsAndJoins() {
        var random = Seed()
        for world in 0..<Self.worlds {
            var replicas = ReplicaWorld(.actions, size: 5, limit: [8, 1000].randomElement(using: &random)!)
            for index in 0..<3 { replicas.join(index) }
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
            // Each was counted once, and after the one before it.
            #expect(expected.misplaced == 0, "\(random), world \(world)")
            for index in replicas.members.indices {
                #expect(expected.counts[index] == replicas.published["r\(index)"]?.count ?? 0)
            }
            for member in replicas.members {
                #expect(member.shown == expected, "\(random), world \(world), \(member.name)")
                #expect(member.core.state == expected)
                #expect(member.divergences.map(\.replica) == [], "\(random), world \(world), \(member.name)")
            }
        }
    }

    @Test("One that is gone for good is passed over, so that what the others keep stays bounded")
    func bounded() {
        var random = Seed()
        var replicas = ReplicaWorld(.actions, size: 3, limit: 8)
        for index in 0..<3 { replicas.join(index) }
        replicas.change(2)
        replicas.publish(2)
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
        // It comes back, and so does what it had changed.
        replicas.settle([0, 1, 2])
        #expect(replicas.members[2].shown.counts[2] == 1)
        for member in replicas.members { #expect(member.shown == replicas.members[0].shown, "\(random)") }
        #expect(replicas.members[0].core.order.changes.count < 16)
    }

    /// Its snapshot could take the place of theirs, and leave out what they have dropped by then.
    @Test("One that the others do not know yet makes no snapshot")
    func unknown() {
        var replicas = ReplicaWorld(.actions, size: 3, limit: 8)
        for index in 0..<2 { replicas.join(index) }
        replicas.settle([0, 1])
        for index in 0..<2 {
            for _ in 0..<10 { replicas.change(index) }
            replicas.publish(index)
        }
        // It knows of all twenty changes, and of no replica that is behind them.
        replicas.join(2)
        #expect(replicas.members[2].core.order.changes.count == 20)
        #expect(replicas.members.map(\.core.snapshot.id.number) == [1, 1, 1])
        replicas.settle([0, 1, 2])
        #expect(replicas.members.map(\.core.snapshot.id.number) == [2, 2, 2])
        #expect(replicas.members.map(\.shown.counts) == Array(repeating: [10, 10, 0], count: 3))
    }

    // MARK: - The rule, by example

    @Test("Of two states that were set at once, both keep the one of the higher id, and both report the other")
    func concurrentStates() {
        var replicas = ReplicaWorld(.mirror, size: 2, limit: 16)
        replicas.join(0)
        replicas.join(1)
        replicas.change(0)
        replicas.change(1)
        let (first, second) = (replicas.members[0].shown, replicas.members[1].shown)
        replicas.settle([0, 1])
        let conflict = ReplicaConflict<Order, Numbered>(
            ReplicaWorld.Change(origin: "r0", number: 1, clock: 1, seen: [:], kind: .set(first, by: "mirror")),
            winner: "r1", clock: 1)
        for member in replicas.members {
            #expect(member.shown == second)
            #expect(member.conflicts == [conflict])
        }
    }

    @Test("A state that was set in knowledge of the other is no conflict")
    func successiveStates() {
        var replicas = ReplicaWorld(.mirror, size: 2, limit: 16)
        replicas.join(0)
        replicas.join(1)
        for _ in 0..<3 {
            for index in 0..<2 {
                replicas.change(index)
                replicas.settle([0, 1])
            }
        }
        #expect(replicas.members.map(\.shown.counts) == [[3, 3], [3, 3]])
        #expect(replicas.members.flatMap(\.conflicts) == [])
    }

    @Test("What comes last is reduced; what comes before something that is known makes the state be set")
    func updates() {
        var replicas = ReplicaWorld(.actions, size: 2, limit: 1000)
        replicas.join(0)
        replicas.join(1)
        replicas.change(0)
        replicas.settle([0, 1])
        #expect(replicas.members.map { [$0.reduced, $0.set] } == [[0, 0], [1, 0]])
        replicas.change(0)
        replicas.change(1)
        replicas.settle([0, 1])
        // r1 stands after r0: for r0 the new action comes last.
        #expect(replicas.members.map { [$0.reduced, $0.set] } == [[1, 0], [1, 1]])
    }

    @Test("What came from another is not sent again")
    func noEcho() {
        var replicas = ReplicaWorld(.actions, size: 3, limit: 1000)
        for index in 0..<3 { replicas.join(index) }
        replicas.change(0)
        replicas.settle([0, 1, 2])
        #expect(replicas.published.mapValues(\.count) == ["r0": 1])
        // When everything has arrived, no status changes.
        let notes = replicas.members.map { $0.core.status?.number }
        replicas.settle([0, 1, 2])
        #expect(replicas.members.map { $0.core.status?.number } == notes)
    }

    @Test("A state that was set while the others did not wait for its replica is lost, and reported")
    func lateState() {
        var replicas = ReplicaWorld(.mirror, size: 3, limit: 4)
        for index in 0..<3 { replicas.join(index) }
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

    // MARK: - Divergence

    @Test("One whose reducer differs is found out by those who know the same changes, and finds them out, once")
    func divergence() {
        var random = Seed()
        for world in 0..<Self.worlds {
            var replicas = ReplicaWorld(.actions, size: 3, limit: 1000)
            replicas.reducers["r1"] = { state, action in
                reduceOrder(&state, action)
                if action.count == 3 { state.misplaced += 100 }
            }
            for index in 0..<3 { replicas.join(index) }
            for index in 0..<3 { (0..<3).forEach { _ in replicas.change(index) } }
            for _ in 0..<100 { replicas.step(&random, alive: [0, 1, 2]) }
            replicas.settle([0, 1, 2])
            #expect(
                replicas.members.map { $0.divergences.map(\.replica).sorted() } == [["r1"], ["r0", "r2"], ["r1"]],
                "\(random), world \(world)")
        }
    }

    @Test("A state that differs in what a hash does not heed is found out by the next snapshot")
    func divergenceBySnapshot() {
        var replicas = ReplicaWorld(.actions, size: 2, limit: 8)
        replicas.reducers["r1"] = { state, action in
            reduceOrder(&state, action)
            if action.count == 3, action.thread == 0 { state.counts.reverse() }
        }
        replicas.join(0)
        replicas.join(1)
        for _ in 0..<20 {
            replicas.change(0)
            replicas.settle([0, 1])
        }
        #expect(replicas.members[1].divergences.first.map { $0.replica } == "r0")
    }
}
