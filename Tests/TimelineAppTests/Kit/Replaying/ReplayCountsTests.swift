import Testing
@testable import TimelineKit
@testable import TimelineReplay
import TimelineTestSupport

struct ReplayCountsTests {
    private let lines = counterLines("=0 + =1 ? + =10 + :20 =20 + =21 !3 :30 =30")

    /// Steps 1, 4 and 6 are reduced, 5 and 10 are set, 2 to 3 and 7 to 9 are skipped. Replay begins with the snapshot of step 0, continues with
    /// those of 3 and 10, and took the state of step 5 from the recording: two are confirmed.
    @Test(arguments: [false, true])
    func stepsCountOnceByKind(fresh: Bool) throws {
        var replayer = Replayer(TotalProgram(), try Journal(lines: lines), fresh: fresh)
        while try replayer.next() != nil {}
        #expect(numbers(replayer.counts) == [3, 2, 5, 2])
        #expect(replayer.counts.steps == 10)
        for seq in [0, 4, 1, 6] {
            _ = try replayer.state(at: seq)
            while try replayer.next() != nil {}
        }
        #expect(numbers(replayer.counts) == [3, 2, 5, 2])

        var passing = Replayer(TotalProgram(), try Journal(lines: lines), fresh: fresh)
        _ = try passing.next()
        _ = try passing.state(at: 0)
        while try passing.advance(upTo: 10) != nil {}
        #expect(numbers(passing.counts) == [3, 2, 5, 2])
    }

    /// Many steps are decoded ahead.
    @Test func decodingAheadDoesNotChangeTheCounts() throws {
        var picture = "=0"
        for ten in stride(from: 0, to: 3_000, by: 10) {
            picture += " + + :\(ten + 3) + ? =\(ten + 5) + + + + =\(ten + 9) +"
        }
        var replayer = Replayer(TotalProgram(), try Journal(lines: counterLines(picture)))
        while try replayer.advance(upTo: 3_000) != nil {}
        #expect(numbers(replayer.counts) == [2_400, 300, 300, 300])
        #expect(replayer.divergence == nil)
    }

    @Test func aRecordingOfOpaqueActionsConfirmsNothing() throws {
        let picture = "=0" + (1...182).map { " ? =\($0)" }.joined()
        var replayer = Replayer(TotalProgram(), try Journal(lines: counterLines(picture)))
        while try replayer.next() != nil {}
        #expect(numbers(replayer.counts) == [0, 0, 182, 0])
        #expect(replayer.skippedSteps.ranges.map { $0 } == [1..<183])
    }

    private func numbers(_ counts: ReplayCounts) -> [Int] {
        [counts.replayed, counts.sets, counts.skipped, counts.confirmed]
    }
}
