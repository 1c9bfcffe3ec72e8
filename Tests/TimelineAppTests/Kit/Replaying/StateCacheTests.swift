import Testing

@testable import TimelineKit
@testable import TimelineReplay

struct StateCacheTests {
    @Test func thereAreAtMost64EvenlySpacedCheckpoints() {
        var cache = StateCache<Int>(from: 100, spacedOver: 1_000)
        #expect(cache.checkpoint(after: 100) == 116)
        #expect(cache.checkpoint(after: 131) == 132)
        for seq in 101...1_100 { cache.addCheckpointIfDue(seq, state(seq)) }
        let found = (100...1_100).compactMap { cache.state(atOrBefore: $0)?.seq }
        #expect(Set(found) == Set(stride(from: 116, through: 1_100, by: 16)))
        #expect(Set(found).count == 62)
    }

    @Test func onlyAFreshReplayAddsCheckpoints() {
        var cache = StateCache<Int>(from: 0, spacedOver: 0)
        #expect(cache.checkpoint(after: 7) == .max)
        for seq in 1...100 { cache.addCheckpointIfDue(seq, state(seq)) }
        #expect(cache.state(atOrBefore: 100) == nil)
    }

    @Test(
        "Of large states there are fewer checkpoints, still spaced evenly", arguments: [(10, 64), (33, 32), (250, 4)])
    func large(bytes: Int, count: Int) {
        var cache = StateCache<Int>(from: 0, spacedOver: 6_400, byteLimit: 1_200)
        for seq in 1...6_400 { cache.addCheckpointIfDue(seq, state(seq, bytes: bytes)) }
        let found = Set((0...6_400).compactMap { cache.state(atOrBefore: $0)?.seq })
        #expect(found == Set(stride(from: 6_400 / count, through: 6_400, by: 6_400 / count)))
    }

    @Test func theMostRecentlyUsedStatesStay() {
        var cache = StateCache<Int>(from: 0, spacedOver: 0, byteLimit: 100)
        cache.add(state(1, bytes: 60))
        cache.add(state(2, bytes: 60))
        #expect(cache.state(atOrBefore: 1)?.seq == 1)
        cache.add(state(3, bytes: 60))
        #expect(cache.state(atOrBefore: 2)?.seq == 1)
        #expect(cache.state(atOrBefore: 3)?.seq == 3)

        var many = StateCache<Int>(from: 0, spacedOver: 0)
        for seq in 1...100 { many.add(state(seq)) }
        #expect(many.state(atOrBefore: 36) == nil)
        #expect(many.state(atOrBefore: 37)?.seq == 37)
    }

    private func state(_ seq: Int, bytes: Int = 1) -> StateCache<Int>.Entry {
        .init(seq: seq, state: seq, agreedUpTo: 0, bytes: bytes)
    }
}
