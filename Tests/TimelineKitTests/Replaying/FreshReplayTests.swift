import Synchronization
import TestHarness
import TestSupport
import Testing
import TimelineJournal

@testable import TimelineKit

/// A fresh replay tries changed code; the snapshots are those of the earlier code.
@Suite(.ownThreads)
struct FreshReplayTests {
    @Test func recordedSnapshotsAreIgnored() throws {
        let journal = try Journal(
            #"{"seq":0,"at":0,"state":{"count":10}}"#,
            #"{"seq":1,"at":0,"action":{"add":{"by":1}}}"#,
            #"{"seq":2,"at":0,"action":{"add":{"by":1}}}"#,
            #"{"seq":2,"at":0,"state":{"count":200}}"#,
            #"{"seq":3,"at":0,"action":{"add":{"by":1}}}"#)
        var recorded = Replayer(CounterProgram(), journal)
        var fresh = Replayer(CounterProgram(), journal, fresh: true)
        #expect(try (0...3).map { try recorded.state(at: $0).count } == [10, 11, 200, 201])
        #expect(try (0...3).map { try fresh.state(at: $0).count } == [10, 11, 12, 13])
        #expect(try (0...3).reversed().map { try fresh.state(at: $0).count } == [13, 12, 11, 10])
        #expect(fresh.skippedSteps.isEmpty)
    }

    @Test func aStepAfterASnapshotUsesTheReplayedState() throws {
        let journal = try Journal(
            #"{"seq":0,"at":0,"state":{"count":0}}"#,
            #"{"seq":1,"at":0,"action":{"add":{"by":1}}}"#,
            #"{"seq":1,"at":0,"state":{"count":100}}"#,
            #"{"seq":2,"at":0,"action":{"add":{"by":1}}}"#)
        var fresh = Replayer(CounterProgram(), journal, fresh: true)
        _ = try fresh.state(at: 1)
        #expect(try fresh.next()?.state.count == 2)
        #expect(fresh.divergence == nil)
        _ = try fresh.state(at: 0)
        while try fresh.next() != nil {}
        #expect(
            fresh.divergence.map { [$0.seq, $0.agreedUpTo, $0.recorded.count, $0.replayed.count] } == [1, 0, 100, 1])
    }

    @Test func aSetStateIsUsed() throws {
        let journal = try Journal(
            #"{"seq":0,"at":0,"state":{"count":0}}"#,
            #"{"seq":1,"at":0,"action":{"add":{"by":1}}}"#,
            #"{"seq":2,"at":0,"set":{"count":50},"by":"outside"}"#,
            #"{"seq":3,"at":0,"action":{"add":{"by":1}}}"#)
        var fresh = Replayer(CounterProgram(), journal, fresh: true)
        #expect(try fresh.state(at: 3) == Counter(count: 51))
        #expect(fresh.skippedSteps.isEmpty)
    }

    @Test func itContinuesAfterOpaqueStepsWithTheirSnapshotAndListsThem() throws {
        let journal = try Journal(
            #"{"seq":0,"at":0,"state":{"count":0}}"#,
            #"{"seq":1,"at":0,"opaque":"callback"}"#,
            #"{"seq":1,"at":0,"state":{"count":10}}"#,
            #"{"seq":2,"at":0,"action":{"add":{"by":1}}}"#,
            #"{"seq":2,"at":0,"state":{"count":20}}"#,
            #"{"seq":3,"at":0,"gap":{"through":5,"why":"no space left on device"}}"#,
            #"{"seq":5,"at":0,"state":{"count":30}}"#,
            #"{"seq":6,"at":0,"action":{"add":{"by":1}}}"#,
            #"{"seq":7,"at":0,"gap":{"through":8,"why":"no space left on device"}}"#,
            #"{"seq":9,"at":0,"set":{"count":40},"by":"outside"}"#,
            #"{"seq":10,"at":0,"opaque":"callback"}"#)
        var fresh = Replayer(CounterProgram(), journal, fresh: true)
        #expect(try fresh.state(at: 9) == Counter(count: 40))
        #expect(fresh.skippedSteps.ranges.map { $0 } == [1..<2, 3..<6, 7..<9])
        var found: [Int: Int] = [:]
        for seq in (0...10).reversed() { found[seq] = try? fresh.state(at: seq).count }
        #expect(found == [0: 0, 1: 10, 2: 11, 5: 30, 6: 31, 9: 40])
        #expect(fresh.skippedSteps.ranges.map { $0 } == [1..<2, 3..<6, 7..<9])
        let error = #expect(throws: ReplayError.self) { try fresh.state(at: 4) }
        #expect(
            error?.description == "the state after step 4 of run.jsonl cannot be known: "
                + "steps 3 to 5 are not in the file: no space left on device")
        #expect(error?.isUnavailable == true)
        #expect(fresh.position == 0)
    }

    @Test func aBundleReplaysFromItsFirstState() throws {
        let journal = try Journal(
            bundle: #"{"states":2,"last":{"seq":42,"reduced":true}}"#,
            #"{"seq":40,"at":0,"state":{"count":7}}"#,
            #"{"seq":41,"at":0,"action":{"add":{"by":1}}}"#,
            #"{"seq":42,"at":0,"action":{"add":{"by":1}}}"#,
            #"{"seq":42,"at":0,"state":{"count":900}}"#)
        var fresh = Replayer(CounterProgram(), journal, fresh: true)
        #expect(fresh.first == 40)
        #expect(try fresh.state(at: 42) == Counter(count: 9))
    }

    @Test("Far or near, forwards or backwards, a state is that of one walk from the start")
    func everyWay() throws {
        let seed = Harness.seed
        var random = Seed(seed)
        let (journal, states) = try longRun(4_000, &random)
        var fresh = Replayer(CounterProgram(), journal, fresh: true)
        var walk = Replayer(CounterProgram(), journal, fresh: true)
        var walked: [Int: Int] = [0: 0]
        while let step = try walk.next() { walked[step.seq] = step.state.count }
        #expect(walked == states, "seed \(seed)")
        for seq in [4_000, 1, 2_500] + (0..<300).map({ _ in Int.random(in: 0...4_000, using: &random) }) {
            #expect((try? fresh.state(at: seq).count) == states[seq], "step \(seq), seed \(seed)")
            if Bool.random(using: &random), let step = try? fresh.next() {
                #expect(step.state.count == states[step.seq], "step \(step.seq), seed \(seed)")
            }
        }
        #expect(fresh.skippedSteps.ranges.map { $0 } == walk.skippedSteps.ranges.map { $0 }, "seed \(seed)")
    }

    /// A run with gaps and set states, whose snapshots are all wrong. Returns its states by position.
    private func longRun(_ count: Int, _ random: inout Seed) throws -> (Journal, [Int: Int]) {
        var lines = [#"{"seq":0,"at":0.000000,"state":{"count":0}}"#]
        var states = [0: 0]
        var state = 0
        var seq = 0
        while seq < count {
            seq += 1
            let start = #"{"seq":\#(seq),"at":0.000000,"#
            switch seq < count ? Int.random(in: 0..<500, using: &random) : 3 {
            case 0:
                state = seq
                lines.append(start + #""set":{"count":\#(state)},"by":"outside"}"#)
            case 1:
                state = 1_000_000 + seq
                lines += [start + #""opaque":"?"}"#, start + #""state":{"count":\#(state)}}"#]
            case 2:
                let through = min(seq + 5, count)
                state = 2_000_000 + seq
                lines.append(start + #""gap":{"through":\#(through),"why":"no space"}}"#)
                lines.append(#"{"seq":\#(through),"at":0.000000,"state":{"count":\#(state)}}"#)
                seq = through
            default:
                state += 1
                lines.append(start + #""action":{"add":{"by":1}}}"#)
                if seq.isMultiple(of: 9) { lines.append(start + #""state":{"count":-\#(seq)}}"#) }
            }
            states[seq] = state
        }
        return (try Journal(lines: lines), states)
    }

    // MARK: - Cost

    /// With a limit of 1 byte the cache holds two states and no checkpoint.
    @Test("A bisection costs no more than two replays", arguments: [100, 5_000], [1, 64 << 20])
    func cost(steps: Int, bytes: Int) throws {
        var lines = [#"{"seq":0,"at":0.000000,"state":{"count":0}}"#]
        for seq in 1...steps { lines.append(#"{"seq":\#(seq),"at":0.000000,"action":{"add":{"by":1}}}"#) }
        let journal = try Journal(lines: lines)
        let reduced = Mutex(0)
        let program = CounterProgram { state, action in
            reduceCounter(&state, action)
            reduced.withLock { $0 += 1 }
        }
        var most = 0
        for culprit in stride(from: 1, through: steps, by: steps / 12) {
            reduced.withLock { $0 = 0 }
            var replayer = Replayer(
                program, journal, fresh: true, StateCache(from: 0, spacedOver: steps, byteLimit: bytes))
            var (good, bad) = (0, steps)
            #expect(try replayer.state(at: bad).count == bad)
            #expect(try replayer.state(at: good).count == good)
            while bad > good + 1 {
                let middle = good + (bad - good) / 2
                if try replayer.state(at: middle).count >= culprit { bad = middle } else { good = middle }
            }
            #expect(bad == culprit)
            most = max(most, reduced.withLock { $0 })
        }
        #expect(most <= (bytes == 1 ? 2 * steps : steps * 5 / 4), "\(most) reduced")
    }
}
