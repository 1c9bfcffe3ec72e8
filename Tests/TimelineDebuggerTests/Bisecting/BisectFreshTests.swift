import Testing
import TimelineTestPrograms
import TimelineKit
import TimelineReplay
import TimelineTestSupport

@testable import TimelineDebugger

/// Searches by a fresh replay: recorded snapshots are not used.
struct BisectFreshTests {
    /// The count falls at `fall`, and snapshots hold the lower count from there on.
    private static func timeline(of steps: Int, fallingAt fall: Int) -> WrittenTimeline {
        var timeline = WrittenTimeline()
        for seq in 1...steps {
            timeline.add(seq == fall ? -1_000_000 : 1, from: nil)
            if seq % 100 == 0 { timeline.snapshot() }
        }
        return timeline
    }

    private static func bisector(
        _ timeline: WrittenTimeline, isFixed: Bool, fresh: Bool = true, _ reduced: Cell<Int>? = nil
    ) throws -> Bisector<ReplayedStates<CounterProgram>> {
        var replayer = Replayer(CounterProgram(isFixed: isFixed), try timeline.journal, fresh: fresh)
        if let reduced { replayer.onReducing = { if $0 != nil { reduced.change { $0 += 1 } } } }
        return Bisector(ReplayedStates(replayer))
    }

    @Test(arguments: [1000, 10_000]) func theStatesOfAFixedReducerAreGood(steps: Int) throws {
        let timeline = Self.timeline(of: steps, fallingAt: 777)
        var fresh = try Self.bisector(timeline, isFixed: true)
        #expect(try fresh.search(good: 0, bad: steps, belowZero) == .noneBad(steps, probes: steps + 1))
        #expect(try fresh.scan(good: 0, bad: steps, belowZero) == .noneBad(steps, probes: steps + 1))
        // The step before the first snapshot below zero is not the culprit.
        var plain = try Self.bisector(timeline, isFixed: true, fresh: false)
        let divergence = diverged(800, agreedUpTo: 700, 799 - 1_000_000, 23)
        guard case .diverged(let found, _) = try plain.search(good: 0, bad: steps, belowZero) else {
            Issue.record("a step is blamed")
            return
        }
        // Each later snapshot differs, too, from what the fixed reducer makes of the one before it.
        #expect(steps == 1000 ? found == divergence : found.seq >= 800)
        #expect(try plain.scan(good: 0, bad: steps, belowZero) == .diverged(divergence, probes: 800))
    }

    /// With each length of a search the first bad step is at another place.
    @Test(arguments: [(10, 7), (2000, 1999), (2001, 1000), (20_000, 3), (20_000, 13_333), (20_000, 20_000)])
    func aFreshSearchReducesAtMostTwiceAsMuchAsAReplay(steps: Int, fall: Int) throws {
        let reduced = Cell(0)
        var bisector = try Self.bisector(Self.timeline(of: steps, fallingAt: fall), isFixed: false, reduced)
        let answer = try bisector.search(good: 0, bad: steps, belowZero)
        #expect(
            answer
                == found(
                    WrittenTimeline.adding(-1_000_000, seq: fall, from: nil), fall - 1, fall - 1 - 1_000_000,
                    evidence: .fresh, probes: answer.probes, spans: steps <= 2000 ? [fall...steps] : nil, 0...steps))
        #expect(reduced.load() <= 2 * steps)
    }

    @Test func setStatesAreJudged() throws {
        var timeline = WrittenTimeline(adding: [1])
        timeline.set(-5)
        timeline.add(1)
        timeline.snapshot(of: 99)
        let step = Step(seq: 2, at: WrittenTimeline.at(2), change: .set(WrittenTimeline.state(-5), by: "restore"))
        var bisector = try Self.bisector(timeline, isFixed: false)
        #expect(
            try bisector.search(good: 0, bad: 3, belowZero)
                == found(step, 1, -5, evidence: .fresh, probes: 4, spans: [2...3], 0...3))
    }

    /// The snapshot after an opaque action may hold a state of the reducer before the fix.
    @Test func aStepThatCannotBeReducedIsNotBlamedForTheRecordedState() throws {
        var timeline = WrittenTimeline(adding: [-5])
        timeline.opaque(0)
        timeline.snapshot()
        timeline.add(0)
        // The fixed reducer leaves 0 after step 1, which is good, and the snapshot holds -5.
        var bisector = try Self.bisector(timeline, isFixed: true)
        #expect(try bisector.search(good: 0, bad: 2, belowZero) == .cannotTell(2...2, probes: 3))
        #expect(bisector.source.skipped == RangeSet(2..<3))
        #expect(try bisector.scan(good: 0, bad: 3, belowZero) == .cannotTell(2...2, probes: 3))
    }
}
