import Testing
import TimelineKit
import TimelineReplay
import TimelineTestSupport

@testable import TimelineTestPrograms
@testable import TimelineDebugger

/// Searches of whole timelines for the step after which the count is negative.
struct BisectorTests {
    /// Twenty steps; the thirteenth takes the count from 12 to -88, and it stays below zero.
    private static let fallen: WrittenTimeline = {
        var timeline = WrittenTimeline(adding: Array(repeating: 1, count: 12))
        timeline.add(-100, from: "effect", cause: 12)
        for _ in 14...20 { timeline.add(1) }
        return timeline
    }()

    @Test func threeKindsOfPredicateFindTheSameStep() throws {
        func expected(_ spans: [ClosedRange<Int>]?) -> BisectAnswer {
            found(
                WrittenTimeline.adding(-100, seq: 13, from: "effect", cause: 12), 12, -88, probes: 6, spans: spans,
                0...20)
        }
        let invariant = try #require(CounterProgram().invariants.first)
        #expect(try search(Self.fallen, InvariantPredicate(invariant)) == expected([13...20]))
        #expect(try search(Self.fallen, ExpressionPredicate("$.count < 0")) == expected([13...20]))
        #expect(try search(Self.fallen, CommandPredicate("! grep -q '\"count\":-'")) == expected(nil))
    }

    @Test func nineteenProbesFindTheCulpritAmongAHundredThousandSteps() throws {
        var timeline = WrittenTimeline()
        for seq in 1...100_000 {
            timeline.add(seq == 77_777 ? -1_000_000 : 1, from: nil)
            if seq % 1000 == 0 { timeline.snapshot() }
        }
        let step = WrittenTimeline.adding(-1_000_000, seq: 77_777, from: nil)
        let invariant = try #require(CounterProgram().invariants.first)
        for predicate: any StatePredicate<Counter> in [
            InvariantPredicate(invariant), try ExpressionPredicate("$.count < 0"),
        ] {
            let answer = try search(timeline, predicate)
            #expect(
                answer
                    == found(
                        step, 77_776, -922_224, confirmedBy: 78_000, probes: answer.probes, spans: nil, 0...100_000))
            #expect(answer.probes <= 19)
        }
    }

    // MARK: - Verdicts on all states

    @Test func aStateThatRecoversIsNotMonotone() throws {
        let answer = try search(WrittenTimeline(adding: [1, -5, 9, 1, -20, 1]))
        // One of the two is found; which one depends on the order of the probes.
        #expect(answer == found(-20, at: 5, from: 6, probes: 5, spans: [2...2, 5...6], 0...6))
        #expect(answer.isMonotone == false)
    }

    @Test func whereAStateCannotBeJudgedMonotonicityIsUnknown() throws {
        var timeline = WrittenTimeline(adding: Array(repeating: 1, count: 8) + [-100])
        timeline.gap(of: 3)
        timeline.add(1)
        #expect(try search(timeline) == found(-100, at: 9, from: 8, probes: 6, spans: nil, 0...13))
    }

    @Test(arguments: [2000, 2001]) func theStatesOfALongRangeAreNotAllJudged(steps: Int) throws {
        let timeline = WrittenTimeline(adding: (1...steps).map { $0 == 9 ? -10_000 : 1 })
        #expect(try search(timeline).isMonotone == (steps == 2000 ? true : nil))
    }

    /// An error elsewhere in the file does not change the answer of a finished search.
    @Test func anActionElsewhereThatCannotBeDecodedDoesNotInvalidateTheAnswer() throws {
        var timeline = WrittenTimeline(adding: [1, 1, 1, 1])
        timeline.crash("jump")
        timeline.add(1)
        timeline.snapshot()
        timeline.add(-100)
        for _ in 8...13 { timeline.add(1) }
        #expect(try search(timeline) == found(-100, at: 7, from: 5, probes: 5, spans: nil, 0...13))
    }

    // MARK: - Ends

    @Test func aGoodStateAtTheBadEndIsReported() throws {
        #expect(try search(Self.fallen, bad: 12) == .noneBad(12, probes: 13))
        #expect(try scan(Self.fallen, bad: 12) == .noneBad(12, probes: 13))
        // A command is not called for every state.
        #expect(
            try search(Self.fallen, CommandPredicate("! grep -q '\"count\":-'"), bad: 12)
                == .goodAtBadEnd(12, probes: 1))
    }

    /// However many states there are.
    @Test(arguments: [10, 3000]) func whereTheStateAtTheBadEndIsGoodABadOneBeforeItIsFound(steps: Int) throws {
        let timeline = WrittenTimeline(adding: (1...steps).map { $0 == 4 ? -100 : $0 == 7 ? 100 : 1 })
        #expect(
            try search(timeline) == found(-100, at: 4, from: 3, probes: steps + 1, spans: [4...6], 0...steps))
    }

    @Test func aBadStateAtTheGoodEndIsReported() throws {
        #expect(try search(Self.fallen, good: 13) == .badAtGoodEnd(13, probes: 2))
        #expect(try scan(Self.fallen, good: 13) == .badAtGoodEnd(13, probes: 1))
    }

    @Test func anEndThatIsNotOnFileCannotBeJudged() throws {
        var timeline = WrittenTimeline(adding: [1])
        timeline.gap(of: 5)
        timeline.add(-10)
        timeline.gap(of: 3, hasState: false)
        #expect(try search(timeline) == .cannotJudge(10, probes: 1))
        #expect(try search(timeline, good: 4, bad: 7) == .cannotJudge(4, probes: 2))
        #expect(try scan(timeline, good: 4, bad: 7) == .cannotJudge(4, probes: 1))
    }

    @Test func aStepWhoseReducerNeverReturnedIsNotReducedAgain() throws {
        var timeline = WrittenTimeline(
            bundle: BundleNote(states: 4, lastSeq: 4, lastReduced: false), adding: [1, -10, 1])
        timeline.crash()
        #expect(try timeline.journal.end == 3)
        #expect(try search(timeline) == found(-10, at: 2, from: 1, probes: 4, spans: [2...3], 0...3))
        #expect(try scan(timeline, bad: 1) == .noneBad(1, probes: 2))
    }

    // MARK: - The first

    @Test func aScanFindsTheFirstBadStateAndJudgesNoneAfterIt() throws {
        let timeline = WrittenTimeline(adding: [1, -5, 9, 1, -20, 1, 50])
        let judged = JudgedCounts()
        #expect(try scan(timeline, judged) == found(-5, at: 2, from: 1, probes: 3, spans: nil, 0...7))
        #expect(judged.counts == [0, 1, -4])
    }

    /// Where steps are decoded ahead, and many are taken at once.
    @Test func aLongScanEndsAtTheFirstBadState() throws {
        let timeline = WrittenTimeline(adding: (1...3000).map { $0 == 2001 ? -100_000 : 1 })
        let judged = JudgedCounts()
        #expect(try scan(timeline, judged).culprit?.step.seq == 2001)
        #expect(judged.counts == Array(0...2000) + [-98_000])
    }

    @Test func aFullScanListsAllBadSpans() throws {
        let timeline = WrittenTimeline(adding: [1, -5, 9, 1, -20, 1, 50])
        #expect(
            try scan(timeline, all: true) == found(-5, at: 2, from: 1, probes: 8, spans: [2...2, 5...6], 0...7))
    }

    /// A search for each state from its nearest snapshot would reduce each of these steps thousands of times.
    @Test func aScanReducesEachStepOnce() throws {
        let timeline = WrittenTimeline(adding: (1...10_000).map { $0 == 9_999 ? -100_000 : 1 })
        var replayer = Replayer(CounterProgram(), try timeline.journal)
        let reduced = Cell(0)
        replayer.onReducing = { if $0 != nil { reduced.change { $0 += 1 } } }
        var bisector = Bisector(ReplayedStates(replayer))
        let answer = try bisector.scan(good: 0, bad: 10_000, belowZero)
        #expect(answer == found(-100_000, at: 9_999, from: 9_998, probes: 10_000, spans: nil, 0...10_000))
        // The state before the step is made again from one that was kept.
        #expect(reduced.load() < 15_000)
    }

    @Test func aStateThatCannotBeJudgedBeforeTheFirstBadOneMayBeTheFirst() throws {
        var timeline = WrittenTimeline(adding: [1])
        timeline.gap(of: 2)
        timeline.add(1)
        timeline.add(-20)
        // The state may have been bad in the gap, and good again after it.
        #expect(try scan(timeline) == .cannotTell(2...5, probes: 6))
        #expect(try search(timeline) == found(-20, at: 5, from: 2, probes: 6, spans: nil, 0...5))
    }

    @Test func aStateThatCannotBeJudgedAfterTheFirstBadOneDoesNotMatter() throws {
        var timeline = WrittenTimeline(adding: [-20])
        timeline.gap(of: 2)
        timeline.add(100)
        #expect(
            try scan(timeline, all: true)
                == found(-20, at: 1, from: 0, probes: 5, spans: [1...1, 3...3], unknown: [2...2], 0...4))
    }

    @Test func whereNoStateIsBadOneThatCannotBeJudgedMayBe() throws {
        var timeline = WrittenTimeline(adding: [1])
        timeline.gap(of: 2)
        #expect(try scan(timeline) == .cannotJudge(2, probes: 4))
    }

    // MARK: - Proof

    @Test func aGapNextToTheCulpritTakesOneProbe() throws {
        var timeline = WrittenTimeline(adding: Array(repeating: 1, count: 10))
        timeline.gap(of: 100_000)
        for _ in 1...10 { timeline.add(1) }
        timeline.add(-1000)
        timeline.add(1)
        let answer = try search(timeline)
        #expect(answer == found(-1000, at: 100_021, from: 20, probes: answer.probes, spans: nil, 0...100_022))
        #expect(answer.probes <= 9)
    }

    @Test func progressReportsEachPositionAndTheRemainingProbes() throws {
        var bisector = Bisector(ReplayedStates(Replayer(CounterProgram(), try Self.fallen.journal)))
        var reported: [[Int]] = []
        _ = try bisector.search(good: 0, bad: 20, belowZero) { reported.append([$0, $1]) }
        #expect(reported == [[20, 7], [0, 6], [10, 5], [15, 4], [12, 3], [13, 2]])
    }

    /// Timelines with gaps, actions that were not encoded, states that were set and snapshots anywhere: the answer is the
    /// narrowest that the lines on file allow.
    @Test func noTimelineCausesAWrongAnswer() throws {
        var seed = Seed()
        for _ in 0..<300 {
            let culprit = Int.random(in: 1...60, using: &seed)
            var timeline = WrittenTimeline()
            /// Positions whose state can be known, and steps that are on file.
            var known: Set<Int> = [0]
            var filed: Set<Int> = []
            var isKnown = true
            while timeline.seq < 60 {
                let seq = timeline.seq + 1
                let amount = seq == culprit ? -1000 : 1
                switch Int.random(in: 0..<10, using: &seed) {
                case 0:
                    let steps = min(Int.random(in: 1...8, using: &seed), 61 - seq)
                    let hasState = Bool.random(using: &seed) || seq + steps == 61
                    let amount = (seq..<seq + steps).contains(culprit) ? -1000 : 1
                    timeline.gap(of: steps, adding: amount, hasState: hasState)
                    // A state that is set is one that the format requires, too.
                    if !hasState {
                        timeline.set(timeline.seq + 1 == culprit ? timeline.count - 1000 : timeline.count + 1)
                        filed.insert(timeline.seq)
                    }
                    isKnown = true
                case 1:
                    timeline.opaque(amount)
                    filed.insert(seq)
                    isKnown = false
                case 2:
                    timeline.set(timeline.count + amount)
                    filed.insert(seq)
                    isKnown = true
                default:
                    timeline.add(amount)
                    filed.insert(seq)
                }
                if Int.random(in: 0..<6, using: &seed) == 0 {
                    timeline.snapshot()
                    isKnown = true
                }
                if isKnown { known.insert(timeline.seq) }
            }
            let last = timeline.seq
            let answer = try search(timeline)
            let explanation = "\(seed): step \(culprit) of\n\(String(decoding: timeline.bytes, as: UTF8.self))"
            guard known.contains(last) else {
                #expect(answer == .cannotJudge(last, probes: 1), "\(explanation)")
                continue
            }
            let good = known.filter { $0 < culprit }.max()!
            let bad = known.filter { $0 >= culprit }.min()!
            if bad == good + 1, filed.contains(bad) {
                guard case .found(let found) = answer else {
                    Issue.record("\(answer): \(explanation)")
                    continue
                }
                #expect(found.step.seq == culprit && found.good == good, "\(explanation)")
                let (before, after) = (try #require(count(found.before)), try #require(count(found.after)))
                #expect(before >= 0 && after < 0, "\(explanation)")
                let spans = known.count == last + 1 ? RangeSet(culprit..<last + 1) : nil
                #expect(found.verdicts?.bad == spans, "\(explanation)")
                #expect(try scan(timeline).culprit?.step == (known.isSuperset(of: 0..<culprit) ? found.step : nil))
            } else {
                #expect(answer == .cannotTell(good + 1...bad, probes: answer.probes), "\(explanation)")
            }
        }
    }
}

/// Judges counts below zero as bad, and keeps each count that it judged.
private final class JudgedCounts: StatePredicate {
    var counts: [Int] = []
    var isCheap: Bool { true }

    func verdict(on state: Counter, from change: StateChange<Counter>?) -> Verdict {
        counts.append(state.count)
        return state.count < 0 ? .bad : .good
    }
}
