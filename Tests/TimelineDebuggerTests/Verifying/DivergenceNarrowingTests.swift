import Synchronization
import Testing
import TimelineTestPrograms
import TimelineJSON
import TimelineJournal
import TimelineKit

@testable import TimelineDebugger

/// The cause of a divergence where the replays that look for it fail or differ.
struct DivergenceNarrowingTests {
    private struct Failure: Error, CustomStringConvertible {
        let description = "cannot read run.jsonl: input/output error"
    }

    /// A timeline whose only snapshot has another count than replay.
    private let timeline: WrittenTimeline

    init() {
        var timeline = WrittenTimeline()
        timeline.add(1)
        timeline.add(2)
        timeline.snapshot(of: 9)
        self.timeline = timeline
    }

    /// The divergence, where another process makes these replays.
    private func divergence(
        otherProcess: @escaping (ClosedRange<Int>) throws -> StateSequence
    ) throws -> VerifiedDivergence {
        let verifier = TimelineVerifier(
            CounterProgram(isFixed: false), try timeline.journal, isThorough: false,
            otherProcess: { range, _ in try otherProcess(range) })
        return try #require(try verifier.verify().divergence)
    }

    private func replay(_ range: ClosedRange<Int>) throws -> StateSequence {
        StateSequence(Replayer(CounterProgram(isFixed: false), try timeline.journal), range)
    }

    @Test func aReplayThatFailsLeavesTheDivergenceWithoutACause() throws {
        let divergence = try divergence { _ in throw Failure() }
        #expect(divergence.seq == 2 && divergence.states?.paths == ["$.count"])
        #expect(divergence.cause == .unknown(why: "cannot read run.jsonl: input/output error"))
    }

    @Test func aReplayThatIsInterruptedTwiceIsNoCause() throws {
        var starts = 0
        let divergence = try divergence { _ in
            starts += 1
            throw InterruptedReplay("it", before: 1, ending: "it was ended by SIGKILL")
        }
        #expect(starts == 2)
        #expect(divergence.cause == .unknown(why: "it ended twice before step 1: it was ended by SIGKILL"))
    }

    @Test func aReplayThatIsInterruptedOnceIsStartedAgain() throws {
        var starts = 0
        let divergence = try divergence { range in
            starts += 1
            if starts == 1 { throw InterruptedReplay("it", before: 1, ending: "it was ended by SIGKILL") }
            return try replay(range)
        }
        #expect(divergence.cause == .reducerChanged(mayBeFromOutside: false))
        #expect(divergence.evidence == .init(here: 34, elsewhere: 1))
    }

    @Test func aTrapOnlyInAnotherProcessIsACause() throws {
        let divergence = try divergence { range in
            let own = try replay(range)
            return StateSequence {
                guard let element = try own.next() else { return nil }
                return element.seq < 2 ? element : .stopped(seq: 2, StateSequence.Stop(.trapped, ""))
            }
        }
        #expect(
            divergence.cause == .notDeterministic(.init(contrast: .otherProcess, seq: 2, paths: [], hasTrapped: true)))
    }

    // MARK: - Generated values

    /// A program that requests a generated value in each call after the first `silentCalls`.
    private struct Generating: Program {
        let name = "counter"
        let version = "1.0.0"
        let initialState = Counter(count: 0)
        let generatesValues = true
        let calls: Calls
        let silentCalls: Range<Int>

        func reduce(_ state: inout Counter, _ action: CounterAction) {
            let call = calls.next()
            if !silentCalls.contains(call) { _ = Generated.value("name") { "made" } }
            state.count += 1
        }
    }

    private final class Calls: Sendable {
        private let count = Atomic(0)
        func next() -> Int { count.add(1, ordering: .relaxed).oldValue }
    }

    /// Verifies a step with a generated value, whose line may be damaged. The reducer does not request it in these calls.
    private func generated(silentCalls: Range<Int> = 0..<0, isDamaged: Bool = false) throws -> VerifiedDivergence? {
        let action: JSON = ["increment": [:]]
        let bytes =
            LineWriter.header(
                Header(
                    session: "0c8b", program: "counter", version: "1.0.0", started: "2026-11-21T04:31:05.123456Z",
                    platform: ["os": "Linux"]))
            + LineWriter.snapshot(Snapshot(seq: 0, at: WrittenTimeline.at(0), state: WrittenTimeline.state(0)))
            + LineWriter.step(Step(seq: 1, at: WrittenTimeline.at(1), change: .action(JSONText(action))))
            + (isDamaged
                ? Array("hello\n".utf8)
                : LineWriter.generated(
                    GeneratedValue(seq: 1, at: WrittenTimeline.at(1), name: "name", value: JSONText("made"))))
            + LineWriter.snapshot(Snapshot(seq: 1, at: WrittenTimeline.at(1), state: WrittenTimeline.state(1)))
        let journal = try isDamaged ? Journal(Salvage(bytes: bytes)) : Journal(bytes: bytes)
        let program = Generating(calls: Calls(), silentCalls: silentCalls)
        return try TimelineVerifier(program, journal, isSalvaged: isDamaged, isThorough: false).verify().divergence
    }

    @Test func aGeneratedValueThatIsMissingMayBeInADamagedLine() throws {
        #expect(try generated(isDamaged: true)?.cause == .damaged)
    }

    @Test func aMismatchThatDoesNotRecurIsNotDeterministic() throws {
        #expect(try generated() == nil)
        let divergence = try #require(try generated(silentCalls: 0..<1))
        #expect(divergence.seq == 1)
        #expect(
            divergence.cause
                == .notDeterministic(.init(contrast: .sameProcess, seq: 1, paths: [], hasTrapped: false)))
        let recurring = try #require(try generated(silentCalls: 0..<1000))
        #expect(recurring.cause == .reducerChanged(mayBeFromOutside: false))
    }
}
