import TestSupport
import Testing
import TimelineJournal

@testable import TimelineKit

struct ReplayCountsTests {
    private let lines = [
        #"{"seq":0,"at":0.000000,"state":{"count":0}}"#,
        #"{"seq":1,"at":0.000000,"action":{"add":{"by":1}}}"#,
        #"{"seq":1,"at":0.000000,"state":{"count":1}}"#,
        #"{"seq":2,"at":0.000000,"opaque":"callback"}"#,
        #"{"seq":3,"at":0.000000,"action":{"add":{"by":1}}}"#,
        #"{"seq":3,"at":0.000000,"state":{"count":10}}"#,
        #"{"seq":4,"at":0.000000,"action":{"add":{"by":1}}}"#,
        #"{"seq":5,"at":0.000000,"set":{"count":20},"by":"outside"}"#,
        #"{"seq":5,"at":0.000000,"state":{"count":20}}"#,
        #"{"seq":6,"at":0.000000,"action":{"add":{"by":1}}}"#,
        #"{"seq":6,"at":0.000000,"state":{"count":21}}"#,
        #"{"seq":7,"at":0.000000,"gap":{"through":9,"why":"no space left on device"}}"#,
        #"{"seq":10,"at":0.000000,"set":{"count":30},"by":"outside"}"#,
        #"{"seq":10,"at":0.000000,"state":{"count":30}}"#,
    ]

    /// Steps 1, 4 and 6 are reduced, 5 and 10 are set, 2 to 3 and 7 to 9 are skipped. Of the six snapshots that of step 0
    /// begins it, those of 3 and 10 are gone on from, and that of 5 is of a state that was taken from the recording.
    @Test("Steps reduced, set and skipped are counted, and states that replay confirmed", arguments: [false, true])
    func counts(fresh: Bool) throws {
        var replayer = Replayer(CounterProgram(), try Journal(lines: lines), fresh: fresh)
        while try replayer.next() != nil {}
        #expect(numbers(replayer.counts) == [3, 2, 5, 2])
        #expect(replayer.counts.steps == 10)
    }

    @Test func stepsCountOnce() throws {
        var replayer = Replayer(CounterProgram(), try Journal(lines: lines))
        while try replayer.next() != nil {}
        for seq in [0, 4, 1, 6] {
            _ = try replayer.state(at: seq)
            while try replayer.next() != nil {}
        }
        #expect(numbers(replayer.counts) == [3, 2, 5, 2])

        var passing = Replayer(CounterProgram(), try Journal(lines: lines))
        _ = try passing.next()
        _ = try passing.state(at: 0)
        while try passing.advance(upTo: 10) != nil {}
        #expect(numbers(passing.counts) == [3, 2, 5, 2])
    }

    /// Many steps are decoded ahead.
    @Test func decodingAheadDoesNotChangeTheCounts() throws {
        var many = [#"{"seq":0,"at":0.000000,"state":{"count":0}}"#]
        for seq in 1...3_000 {
            let start = #"{"seq":\#(seq),"at":0.000000,"#
            switch seq % 10 {
            case 3: many.append(start + #""set":{"count":\#(seq)},"by":"outside"}"#)
            case 5: many += [start + #""opaque":"?"}"#, start + #""state":{"count":\#(seq)}}"#]
            default: many.append(start + #""action":{"add":{"by":1}}}"#)
            }
            if seq % 10 == 9 { many.append(start + #""state":{"count":\#(seq)}}"#) }
        }
        var replayer = Replayer(CounterProgram(), try Journal(lines: many))
        while try replayer.advance(upTo: 3_000) != nil {}
        #expect(numbers(replayer.counts) == [2_400, 300, 300, 300])
        #expect(replayer.divergence == nil)
    }

    @Test func aRecordingOfOpaqueActionsConfirmsNothing() throws {
        var lines = [#"{"seq":0,"at":0,"state":{"count":0}}"#]
        for seq in 1...182 {
            lines += [#"{"seq":\#(seq),"at":0,"opaque":"?"}"#, #"{"seq":\#(seq),"at":0,"state":{"count":\#(seq)}}"#]
        }
        var replayer = Replayer(CounterProgram(), try Journal(lines: lines))
        while try replayer.next() != nil {}
        #expect(numbers(replayer.counts) == [0, 0, 182, 0])
        #expect(replayer.skippedSteps.ranges.map { $0 } == [1..<183])
    }

    private func numbers(_ counts: ReplayCounts) -> [Int] {
        [counts.replayed, counts.sets, counts.skipped, counts.confirmed]
    }
}
