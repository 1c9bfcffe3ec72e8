import Testing
import TimelineKit
import TimelineTestSupport

@testable import TimelineLive

/// What is lost when changes that were made without knowledge of each other meet a state that was set.
struct ReplicaConflictTests {
    private typealias Change = ReplicaWorld.Change
    private typealias Conflict = ReplicaConflict<Order, Numbered>

    /// An action that `origin` made as its first change, knowing the first changes of `seen`.
    private func action(_ origin: String, _ clock: Int, seen: [String] = []) -> Change {
        change(origin, clock, seen, .action(Numbered(thread: 0, count: clock)))
    }

    /// A state that was set likewise.
    private func set(_ origin: String, _ clock: Int, seen: [String] = []) -> Change {
        change(origin, clock, seen, .set(Order(counts: [clock]), by: "test"))
    }

    private func change(_ origin: String, _ clock: Int, _ seen: [String], _ kind: Change.Kind) -> Change {
        let counts = Dictionary(uniqueKeysWithValues: seen.map { ($0, 1) })
        return Change(origin: origin, number: 1, clock: clock, seen: counts, kind: kind)
    }

    /// What a replica reports as lost that receives the changes one after another.
    private func conflicts(_ changes: [Change]) throws -> [[Conflict]] {
        var replicas = ReplicaWorld(.actions, size: 1, limit: 1000)
        let first = try #require(replicas.members[0].logs.last)
        return changes.map { change in
            var log = ReplicaWorld.Log(id: change.origin, epoch: first.epoch, start: first.start)
            log.changes = [change]
            return replicas.members[0].core.receive([log]).conflicts
        }
    }

    private func lost(_ change: Change, to winner: Change) -> Conflict {
        Conflict(change, winner: winner.origin, clock: winner.clock)
    }

    @Test func aStateThatIsSetOverwritesAllThatItDidNotKnowOf() throws {
        let (one, two, three) = (action("a", 1), action("b", 2), action("c", 3))
        let last = set("d", 4, seen: ["b"])
        #expect(try conflicts([one, two, three, last]) == [[], [], [], [lost(one, to: last), lost(three, to: last)]])
    }

    /// What precedes an earlier set was overwritten, and reported, by that one, or was known to it.
    @Test func itOverwritesAnEarlierSetAndNothingBeforeThat() throws {
        let known = action("a", 1)
        let earlier = set("b", 2, seen: ["a"])
        let between = action("c", 3)
        let last = set("d", 4)
        #expect(
            try conflicts([known, earlier, between, last])
                == [[], [], [], [lost(earlier, to: last), lost(between, to: last)]])
        let knowing = set("e", 5, seen: ["b"])
        #expect(try conflicts([known, earlier, between, knowing]).last == [lost(between, to: knowing)])
    }

    /// A change that comes late is overwritten by the last state that was set after it, whatever was set between.
    @Test func aChangeThatComesLateIsLostToTheLastSetAfterItWhateverWasSetBetween() throws {
        let (late, lateSet) = (action("a", 1), set("a", 1))
        let knowing = set("b", 2, seen: ["a"])
        let last = set("d", 4)
        #expect(try conflicts([knowing, action("c", 3), last, late]).last == [lost(late, to: last)])
        #expect(try conflicts([knowing, last, lateSet]).last == [lost(lateSet, to: last)])
        // The last state was set with knowledge of the change, so no conflict is reported, even if an earlier one was not.
        let lastKnowing = set("d", 4, seen: ["a"])
        #expect(try conflicts([set("b", 2), lastKnowing, late]).last == [])
        #expect(try conflicts([lastKnowing, action("e", 5), late]).last == [])
    }

    @Test func anActionIsNotLostToActions() throws {
        #expect(try conflicts([action("c", 3), action("b", 2), action("a", 1)]) == [[], [], []])
    }
}
