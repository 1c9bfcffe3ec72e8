import Testing
import TimelineTestPrograms
import TimelineKit
import TimelineQuerying
import TimelineTestSupport

@testable import TimelineDebugger

struct StopSearchTests {
    /// The stops are known from the counts that were written: they go through neither replay nor JSON.
    @Test(arguments: [false, true])
    func everyStopIsFoundInBothDirections(hasLosses: Bool) throws {
        for _ in 0..<Harness.count(small: 60, full: 2000) {
            let seed = Seed()
            var random = seed
            var run = WrittenTimeline()
            // Nil where neither the file nor replay shows the count.
            var counts: [Int?] = [0]
            for _ in 0..<Int.random(in: 1...50, using: &random) {
                let isKnown: Bool
                switch Int.random(in: 0..<(hasLosses ? 11 : 8), using: &random) {
                case 0:
                    run.snapshot()
                    isKnown = true
                case 1:
                    run.set(.random(in: -3...3, using: &random))
                    isKnown = true
                case 8...9:
                    run.opaque(.random(in: -2...2, using: &random))
                    isKnown = false
                case 10:
                    run.gap(of: .random(in: 1...3, using: &random), adding: .random(in: -2...2, using: &random))
                    run.snapshot()
                    isKnown = true
                default:
                    run.add(.random(in: -2...2, using: &random))
                    isKnown = counts[counts.count - 1] != nil
                }
                while counts.count <= run.seq { counts.append(nil) }
                if isKnown { counts[run.seq] = run.count }
            }
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
            let isFresh = Bool.random(using: &random)
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
