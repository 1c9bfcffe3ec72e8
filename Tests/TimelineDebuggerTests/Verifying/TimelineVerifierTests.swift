import Testing
import TimelineTestPrograms
import TimelineKit
import TimelineReplay

@testable import TimelineDebugger

struct TimelineVerifierTests {
    private func verify(_ timeline: WrittenTimeline) throws -> Verification {
        try TimelineVerifier(CounterProgram(isFixed: false), try timeline.journal, isThorough: false).verify()
    }

    @Test func aTimelineWithoutAStateIsUnconfirmed() throws {
        let bytes = LineWriter.header(
            Header(session: "0c8b", program: "counter", version: "1", started: "", platform: [:]))
        let verification = try TimelineVerifier(CounterProgram(isFixed: false), try Journal(bytes: bytes)).verify()
        #expect(verification.result == .unconfirmed)
        #expect(verification.hasNoState)
    }

    @Test func stepsThatCannotBeReducedAreSkippedAndConfirmNothing() throws {
        var timeline = WrittenTimeline()
        timeline.opaque(3)
        timeline.snapshot()
        timeline.gap(of: 2, adding: 1, hasState: false)
        let verification = try verify(timeline)
        #expect(verification.result == .unconfirmed)
        #expect(verification.counts.skipped == 3)
    }

    @Test(arguments: [0, 1, 5000])
    func theFirstBrokenInvariantIsNamedWithItsStep(_ before: Int) throws {
        let amounts = before == 0 ? [] : Array(repeating: 1, count: before) + [-before - 1]
        var timeline = WrittenTimeline(count: before == 0 ? -1 : 0, adding: amounts + [1, -1])
        timeline.snapshot()
        let verification = try verify(timeline)
        #expect(verification.result == .broken)
        #expect(
            verification.brokenInvariants
                == [
                    .init(
                        name: "count is never negative", seq: before == 0 ? 0 : before + 1,
                        step: before == 0 ? nil : WrittenTimeline.adding(-before - 1, seq: before + 1))
                ])
    }

    @Test func aDivergenceEndsReplayAndIsGivenWithItsStates() throws {
        var timeline = WrittenTimeline(adding: [1])
        timeline.snapshot()
        timeline.add(2)
        timeline.add(3)
        timeline.snapshot(of: 9)
        // Would trap.
        timeline.crash()
        let verification = try verify(timeline)
        #expect(verification.result == .diverged)
        #expect(
            verification.divergence
                == VerifiedDivergence(
                    seq: 3, agreedUpTo: 1, states: diverged(3, agreedUpTo: 1, 9, 6), reason: nil,
                    cause: .reducerChanged(mayBeFromOutside: false), evidence: .init(here: 33, elsewhere: 0)))
    }

    @Test func aValueThatNoReplayedStepChangesMayHaveBeenChangedFromOutside() throws {
        // The replayed steps change it, and change it back.
        for (amounts, mayBe) in [([0], true), ([1, -1], false)] {
            var timeline = WrittenTimeline(adding: amounts)
            timeline.snapshot(of: 9)
            #expect(try verify(timeline).divergence?.cause == .reducerChanged(mayBeFromOutside: mayBe))
        }
    }

    @Test func aStateThatWasChangedOutsideTheReducerIsNoticedAndIsNoDivergence() throws {
        var timeline = WrittenTimeline()
        timeline.set(4, by: "outside")
        timeline.add(1)
        timeline.set(2, by: "restore")
        for _ in 0..<11 { timeline.set(3, by: "outside") }
        timeline.add(1)
        timeline.snapshot()
        let verification = try verify(timeline)
        #expect(verification.result == .sound)
        #expect(verification.outsideCount == 12)
        #expect(verification.outsideSteps == [1] + Array(4...12))
    }

    @Test func aStateThatDoesNotSurviveItsCodingIsUndecided() throws {
        var timeline = WrittenTimeline(count: Counter.unstable - 1, adding: [1])
        timeline.snapshot(of: 5)
        let divergence = try verify(timeline).divergence
        #expect(divergence?.cause == .unstableCoding(nil))
        #expect(divergence?.states?.unstablePaths == ["$.count"])
    }
}
