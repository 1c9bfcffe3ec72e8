import Testing
import TimelineTestPrograms
import TimelineKit

@testable import TimelineDebugger

/// No step is blamed where replay and recording disagree.
struct BisectEvidenceTests {
    /// The snapshot differs from what the reducer makes, as after a fix; the step before it is not the cause.
    @Test func noStepIsBlamedForASnapshotThatReplayDoesNotConfirm() throws {
        var timeline = WrittenTimeline(adding: [1, 1, 1])
        timeline.snapshot(of: -7)
        timeline.add(1)
        let divergence = diverged(3, agreedUpTo: 0, -7, 3)
        #expect(try search(timeline) == .diverged(divergence, probes: 4))
        #expect(try scan(timeline) == .diverged(divergence, probes: 3))
    }

    @Test func noStepIsBlamedForASnapshotInALongRange() throws {
        var timeline = WrittenTimeline(adding: Array(repeating: 1, count: 5000))
        timeline.snapshot(of: -7)
        for _ in 1...5000 { timeline.add(-1) }
        let answer = try search(timeline)
        #expect(answer == .diverged(diverged(5000, agreedUpTo: 0, -7, 5000), probes: answer.probes))
    }

    /// Both states are on file, and the step does not lead from one to the other.
    @Test func aStepBetweenTwoSnapshotsIsReducedAgain() throws {
        var timeline = WrittenTimeline(adding: [1])
        timeline.snapshot()
        timeline.add(1)
        timeline.snapshot(of: -7)
        timeline.add(-1)
        #expect(try search(timeline) == .diverged(diverged(2, agreedUpTo: 1, -7, 2), probes: 4))
        #expect(try scan(timeline) == .diverged(diverged(2, agreedUpTo: 1, -7, 2), probes: 2))
    }

    /// Replay alone made the state that turned bad, and the next snapshot does not confirm it.
    @Test func aStepIsNotBlamedWhereTheNextSnapshotDisagrees() throws {
        var timeline = WrittenTimeline(adding: [1, -5, 1])
        timeline.snapshot(of: 9)
        timeline.add(-50)
        let divergence = diverged(3, agreedUpTo: 0, 9, -3)
        // The bad end is before the snapshot, and so is all that was judged.
        #expect(try search(timeline, bad: 2) == .diverged(divergence, probes: 3))
        #expect(try scan(timeline, bad: 2) == .diverged(divergence, probes: 3))
    }

    @Test func anEndThatReplayMadeIsComparedWithTheNextSnapshot() throws {
        var timeline = WrittenTimeline(adding: [1, 1, 1])
        timeline.snapshot(of: -7)
        let divergence = diverged(3, agreedUpTo: 0, -7, 3)
        #expect(try search(timeline, bad: 2) == .diverged(divergence, probes: 3))
        #expect(try scan(timeline, bad: 2) == .diverged(divergence, probes: 3))
        // A state on file is the recorded one, even if replay makes another.
        #expect(try search(timeline, good: 1, bad: 3) == .diverged(divergence, probes: 3))
        timeline.add(1)
        #expect(try search(timeline, good: 3, bad: 4) == .badAtGoodEnd(3, probes: 2))
    }

    @Test func theAnswerNamesTheSnapshotThatAgrees() throws {
        var timeline = WrittenTimeline(adding: [1, -5, 1])
        timeline.snapshot()
        timeline.add(1)
        timeline.snapshot(of: 77)
        #expect(
            try search(timeline, bad: 3)
                == found(-5, at: 2, from: 1, confirmedBy: 3, probes: 4, spans: [2...3], 0...3))
        #expect(try scan(timeline) == found(-5, at: 2, from: 1, confirmedBy: 3, probes: 3, spans: nil, 0...4))
    }
}
