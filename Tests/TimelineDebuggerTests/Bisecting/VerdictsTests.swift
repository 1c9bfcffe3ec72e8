import Testing
import TimelineTestPrograms
import TimelineKit
import TimelineTestSupport

@testable import TimelineDebugger

struct VerdictsTests {
    /// The counts are known from what was written: they go through neither replay nor JSON.
    @Test func everyStateIsJudgedAsItsCountIs() throws {
        for _ in 0..<Harness.count(small: 100, full: 3000) {
            let seed = Seed()
            let (timeline, counts) = Self.timeline(seed)
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

    /// A timeline, and the count after each step; nil where it is unknown.
    private static func timeline(_ seed: Seed) -> (WrittenTimeline, [Int?]) {
        var random = seed
        var timeline = WrittenTimeline()
        var counts: [Int?] = [0]
        var isKnown = true
        func note() {
            while counts.count <= timeline.seq { counts.append(nil) }
            counts[timeline.seq] = isKnown ? timeline.count : nil
        }
        for _ in 0..<Int.random(in: 1...60, using: &random) {
            let amount = Int.random(in: -3...3, using: &random)
            switch Int.random(in: 0..<12, using: &random) {
            case 0:
                timeline.set(amount)
                isKnown = true
            case 1:
                timeline.opaque(amount)
                isKnown = false
            case 2:
                timeline.gap(of: .random(in: 1...5, using: &random), adding: amount)
                isKnown = false
                note()
                // Before any step that can be replayed.
                timeline.snapshot()
                isKnown = true
            case 3:
                timeline.snapshot()
                isKnown = true
            default: timeline.add(amount)
            }
            note()
        }
        return (timeline, counts)
    }
}
