import Synchronization
import Testing
import TimelineTestPrograms
import TimelineKit
import TimelineReplay

@testable import TimelineDebugger

/// The cause of a divergence where the replays that look for it fail or differ.
struct DivergenceCauseTests {
    private struct Failure: Error, CustomStringConvertible {
        let description = "cannot read run.jsonl: input/output error"
    }

    @Test func aReplayThatFailsLeavesTheDivergenceWithoutACause() throws {
        var timeline = WrittenTimeline(adding: [1, 2])
        timeline.snapshot(of: 9)
        let verifier = TimelineVerifier(
            CounterProgram(isFixed: false), try timeline.journal, isThorough: false,
            otherProcess: { _, _ in throw Failure() })
        let divergence = try #require(try verifier.verify().divergence)
        #expect(divergence.seq == 2 && divergence.states?.paths == ["$.count"])
        #expect(divergence.cause == .unknown(why: "cannot read run.jsonl: input/output error"))
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
        var timeline = WrittenTimeline(adding: [1])
        let value = GeneratedValue(seq: 1, at: WrittenTimeline.at(1), name: "name", value: JSONText("made"))
        timeline.write(isDamaged ? Array("hello\n".utf8) : LineWriter.line(.generated(value)))
        timeline.snapshot()
        let journal = try isDamaged ? Journal(Salvage(bytes: timeline.bytes)) : timeline.journal
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
