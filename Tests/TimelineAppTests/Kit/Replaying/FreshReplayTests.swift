import Synchronization
import Testing
@testable import TimelineKit
@testable import TimelineReplay
import TimelineTestSupport

/// A fresh replay tries changed code; the snapshots are those of the earlier code.
struct FreshReplayTests {
    private func journal(_ picture: String) throws -> Journal { try Journal(lines: counterLines(picture)) }

    @Test func recordedSnapshotsAreIgnored() throws {
        let journal = try journal("=10 + + =200 +")
        var recorded = Replayer(TotalProgram(), journal)
        var fresh = Replayer(TotalProgram(), journal, fresh: true)
        #expect(try (0...3).map { try recorded.state(at: $0).count } == [10, 11, 200, 201])
        #expect(try (0...3).map { try fresh.state(at: $0).count } == [10, 11, 12, 13])
        #expect(try (0...3).reversed().map { try fresh.state(at: $0).count } == [13, 12, 11, 10])
        #expect(fresh.skippedSteps.isEmpty)
        #expect(!recorded.isFresh && fresh.isFresh)
    }

    @Test func aStepAfterASnapshotUsesTheReplayedState() throws {
        var fresh = Replayer(TotalProgram(), try journal("=0 + =100 +"), fresh: true)
        _ = try fresh.state(at: 1)
        #expect(try fresh.next()?.state.count == 2)
        #expect(fresh.divergence == nil)
        _ = try fresh.state(at: 0)
        while try fresh.next() != nil {}
        #expect(
            fresh.divergence.map { [$0.seq, $0.agreedUpTo, $0.recorded.count, $0.replayed.count] } == [1, 0, 100, 1])
    }

    @Test func itContinuesAfterOpaqueStepsWithTheirSnapshotAndListsThem() throws {
        var fresh = Replayer(TotalProgram(), try journal("=0 ? =10 + =20 !3 =30 + !2 :40 ?"), fresh: true)
        #expect(try fresh.state(at: 9) == Total(count: 40))
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
            bundle: #"{"states":2,"last":{"seq":42,"reduced":true}}"#, lines: counterLines("=7@40 + + =900"))
        var fresh = Replayer(TotalProgram(), journal, fresh: true)
        #expect(fresh.first == 40)
        #expect(try fresh.state(at: 42) == Total(count: 9))
    }

    @Test("Far or near, forwards or backwards, a state is that of one walk from the start")
    func everyWay() throws {
        var seed = Seed()
        let (journal, states) = try longRun(4_000, &seed)
        var fresh = Replayer(TotalProgram(), journal, fresh: true)
        var walk = Replayer(TotalProgram(), journal, fresh: true)
        var walked: [Int: Int] = [0: 0]
        while let step = try walk.next() { walked[step.seq] = step.state.count }
        #expect(walked == states, "\(seed)")
        for seq in [4_000, 1, 2_500] + (0..<300).map({ _ in Int.random(in: 0...4_000, using: &seed) }) {
            #expect((try? fresh.state(at: seq).count) == states[seq], "step \(seq), \(seed)")
            if Bool.random(using: &seed), let step = try? fresh.next() {
                #expect(step.state.count == states[step.seq], "step \(step.seq), \(seed)")
            }
        }
        #expect(fresh.skippedSteps.ranges.map { $0 } == walk.skippedSteps.ranges.map { $0 }, "\(seed)")
    }

    /// A run with gaps and set states, whose snapshots are all wrong. Returns its states by position.
    private func longRun(_ count: Int, _ random: inout Seed) throws -> (Journal, [Int: Int]) {
        var picture = "=0"
        var states = [0: 0]
        var state = 0
        var seq = 0
        while seq < count {
            seq += 1
            switch seq < count ? Int.random(in: 0..<500, using: &random) : 3 {
            case 0:
                state = seq
                picture += " :\(state)"
            case 1:
                state = 1_000_000 + seq
                picture += " ? =\(state)"
            case 2:
                let through = min(seq + 5, count)
                state = 2_000_000 + seq
                picture += " !\(through - seq + 1) =\(state)"
                seq = through
            default:
                state += 1
                picture += seq.isMultiple(of: 9) ? " + =-\(seq)" : " +"
            }
            states[seq] = state
        }
        return (try journal(picture), states)
    }

    // MARK: - Cost

    /// With a limit of 1 byte the cache holds two states and no checkpoint.
    @Test("A bisection costs no more than two replays", arguments: [100, 2_000], [1, 64 << 20])
    func cost(steps: Int, bytes: Int) throws {
        let journal = try journal("=0" + String(repeating: " +", count: steps))
        let reduced = Mutex(0)
        let program = TotalProgram { state, action in
            reduceTotal(&state, action)
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
