import TestSupport
import Testing

@testable import TimelineKit

struct StateCacheTests {
    @Test func theNearestEarlierStateIsFound() {
        var kept = StateCache<Int>(from: 0, spacedOver: 0)
        for seq in [50, 10, 30] { kept.keep(state(seq)) }
        #expect([9, 10, 29, 49, 99].map { kept.state(atOrBefore: $0)?.seq } == [nil, 10, 10, 30, 50])
    }

    @Test func thereAreAtMost64EvenlySpacedCheckpoints() {
        var kept = StateCache<Int>(from: 100, spacedOver: 1_000)
        #expect(kept.checkpoint(after: 100) == 116)
        #expect(kept.checkpoint(after: 131) == 132)
        for seq in 101...1_100 { kept.pass(seq, state(seq)) }
        let found = (100...1_100).compactMap { kept.state(atOrBefore: $0)?.seq }
        #expect(Set(found) == Set(stride(from: 116, through: 1_100, by: 16)))
        #expect(Set(found).count == 62)
    }

    @Test func onlyAFreshReplayAddsCheckpoints() {
        var kept = StateCache<Int>(from: 0, spacedOver: 0)
        #expect(kept.checkpoint(after: 7) == .max)
        for seq in 1...100 { kept.pass(seq, state(seq)) }
        #expect(kept.state(atOrBefore: 100) == nil)
    }

    @Test(
        "Of large states there are fewer checkpoints, still spaced evenly", arguments: [(10, 64), (33, 32), (250, 4)])
    func large(bytes: Int, count: Int) {
        var kept = StateCache<Int>(from: 0, spacedOver: 6_400, byteLimit: 1_200)
        for seq in 1...6_400 { kept.pass(seq, state(seq, bytes: bytes)) }
        let found = Set((0...6_400).compactMap { kept.state(atOrBefore: $0)?.seq })
        #expect(found == Set(stride(from: 6_400 / count, through: 6_400, by: 6_400 / count)))
    }

    @Test func theMostRecentlyUsedStatesStay() {
        var kept = StateCache<Int>(from: 0, spacedOver: 0, byteLimit: 100)
        kept.keep(state(1, bytes: 60))
        kept.keep(state(2, bytes: 60))
        #expect(kept.state(atOrBefore: 1)?.seq == 1)
        kept.keep(state(3, bytes: 60))
        #expect(kept.state(atOrBefore: 2)?.seq == 1)
        #expect(kept.state(atOrBefore: 3)?.seq == 3)

        var many = StateCache<Int>(from: 0, spacedOver: 0)
        for seq in 1...100 { many.keep(state(seq)) }
        #expect(many.state(atOrBefore: 36) == nil)
        #expect(many.state(atOrBefore: 37)?.seq == 37)
    }

    private func state(_ seq: Int, bytes: Int = 1) -> StateCache<Int>.Entry {
        .init(seq: seq, state: seq, agreedUpTo: 0, bytes: bytes)
    }
}
