import Testing
import TimelineTestSupport

@testable import TimelineDebugger

/// The search without a timeline: verdicts go in, positions come out.
struct BisectionTests {
    @Test func neighborsOfAStateThatCannotBeJudgedAreProbedNearestFirst() {
        let run = run(0...10) { seq in seq == 0 ? .good : seq == 10 ? .bad : .cannotTell }
        #expect(run == (.cannotTell(1...10), [10, 0, 5, 4, 6, 3, 7, 2, 8, 1, 9]))
    }

    @Test func aSkippedRangePastAnEndEndsTheSearchOnlyWhereTheEndWasProbed() {
        var bisection = Bisection(good: 10, bad: 20)
        bisection.apply(.bad)
        bisection.apply(.good)
        bisection.skip(5...17)
        #expect(bisection.next == .probe(18))
    }

    @Test func theCulpritIsFoundWithinTheLogarithmOfTheRangePlusTwoProbes() {
        var seed = Seed()
        for _ in 0..<2000 {
            let good = Int.random(in: 0...1000, using: &seed)
            let width = Int.random(in: 1...(1 << Int.random(in: 0...40, using: &seed)), using: &seed)
            let culprit = Int.random(in: good + 1...good + width, using: &seed)
            let run = run(good...good + width) { $0 >= culprit ? .bad : .good }
            #expect(run.answer == .found(good: culprit - 1, bad: culprit), "\(seed)")
            #expect(run.probed.count <= limit(width), "\(seed): \(width) steps")
        }
    }

    @Test func statesThatCannotBeJudgedNeverCauseAWrongAnswer() {
        var seed = Seed()
        for _ in 0..<3000 {
            let width = Int.random(in: 2...200, using: &seed)
            let culprit = Int.random(in: 1...width, using: &seed)
            let share = Double.random(in: 0...1, using: &seed)
            let unknown = Set((0...width).filter { _ in Double.random(in: 0..<1, using: &seed) < share })
            let truth = { (seq: Int) -> Verdict in
                unknown.contains(seq) ? .cannotTell : seq >= culprit ? .bad : .good
            }
            let run = run(0...width, truth)
            #expect(Set(run.probed).count == run.probed.count, "\(seed): a position was probed twice: \(run.probed)")
            let expected: Bisection.Next
            if unknown.contains(width) {
                expected = .cannotJudgeEnd(width)
            } else if unknown.contains(0) {
                expected = .cannotJudgeEnd(0)
            } else {
                // The narrowest possible answer: between the last state known to be good and the first known to be bad.
                let good = (0..<culprit).last { !unknown.contains($0) }!
                let bad = (culprit...width).first { !unknown.contains($0) }!
                expected = bad == good + 1 ? .found(good: good, bad: bad) : .cannotTell(good + 1...bad)
            }
            #expect(run.answer == expected, "\(seed): \(width) steps, \(culprit), unknown \(unknown.sorted())")
        }
    }

    /// A search from its first question to its answer.
    private func run(
        _ range: ClosedRange<Int>, _ verdict: (Int) -> Verdict
    ) -> (answer: Bisection.Next, probed: [Int]) {
        var bisection = Bisection(good: range.lowerBound, bad: range.upperBound)
        var probed: [Int] = []
        while case .probe(let seq) = bisection.next {
            probed.append(seq)
            bisection.apply(verdict(seq))
        }
        #expect(bisection.probes == probed.count)
        return (bisection.next, probed)
    }

    /// The logarithm to base 2, rounded up, and the two ends.
    private func limit(_ width: Int) -> Int { Int.bitWidth - (width - 1).leadingZeroBitCount + 2 }
}
