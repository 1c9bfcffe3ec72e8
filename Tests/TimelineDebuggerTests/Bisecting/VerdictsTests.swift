import Testing
import TimelineTestPrograms
import TimelineKit
import TimelineReplay
import TimelineTestSupport

@testable import TimelineDebugger

struct VerdictsTests {
    @Test func everyStateIsJudgedAsItsCountIs() throws {
        for var seed in Seed.several(Harness.count(small: 100, full: 3000)) {
            let (timeline, counts) = WrittenTimeline.random(using: &seed)
            // The first state of a range is known.
            let first = try #require(counts.indices.filter { counts[$0] != nil }.randomElement())
            let range = first...(counts.count - 1)
            var states = ReplayedStates(Replayer(CounterProgram(), try timeline.journal))
            let verdicts = try states.verdicts(range, try ExpressionPredicate<Counter>("$.count < 0"))
            for seq in range {
                let expected: Verdict = counts[seq].map { $0 < 0 ? .bad : .good } ?? .cannotTell
                #expect(verdicts[seq] == expected, "step \(seq), \(seed)")
            }
            #expect(verdicts.count == range.count, "\(seed)")
        }
    }
}
