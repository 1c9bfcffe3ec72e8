import Testing
import TimelineTestPrograms
import TimelineKit
import TimelineReplay
import TimelineTestSupport

@testable import TimelineDebugger

struct StopSearchTests {
    @Test(arguments: [false, true])
    func everyStopIsFoundInBothDirections(hasLosses: Bool) throws {
        for var seed in Seed.several(Harness.count(small: 16, full: 2000)) {
            let (run, counts) = WrittenTimeline.random(hasLosses: hasLosses, using: &seed)
            let search = try StopSearch<Counter>([
                (1, .condition("$.count < 0")), (2, .path(try StatePath(parsing: "/count"))),
            ])
            var stops: [StopSearch<Counter>.Stop] = []
            var before = 0
            for case (let seq, let after?) in counts.enumerated() {
                let numbers = (after < 0 && before >= 0 ? [1] : []) + (after != before ? [2] : [])
                if !numbers.isEmpty { stops.append(.init(seq: seq, numbers: numbers)) }
                before = after
            }
            func unknown(_ positions: Range<Int>) -> RangeSet<Int> {
                RangeSet(positions.filter { counts[$0] == nil }.map { $0..<$0 + 1 })
            }
            let isFresh = Bool.random(using: &seed)
            var states = ReplayedStates(Replayer(CounterProgram(), try run.journal, fresh: isFresh))
            for seq in counts.indices {
                let (next, last) = (stops.first { $0.seq > seq }, stops.last { $0.seq < seq })
                let after = try search.first(after: seq, in: &states)
                #expect(after.stop == next, "after \(seq), \(seed)")
                #expect(after.unknown == unknown(seq..<(next?.seq ?? counts.count)), "after \(seq), \(seed)")
                let before = try search.last(before: seq, in: &states)
                #expect(before.stop == last, "before \(seq), \(seed)")
                #expect(before.unknown == unknown((last?.seq ?? 0)..<seq + 1), "before \(seq), \(seed)")
            }
        }
    }
}
