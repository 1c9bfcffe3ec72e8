import Foundation
import Testing
import TimelineKit
import TimelineReplay
import TimelineTestPrograms
import TimelineTestSupport

@testable import TimelineDebugger

/// Mutants of a program whose effect a replay in this process shows. `VerifyMutantTests` of the tool has those that need another
/// process.
struct MutantTests {
    /// The seeded mutants, each with a run of its own. With those of the tool there are 100.
    private static let mutants = (0..<3).flatMap { _ in
        Mutant.Kind.allCases.flatMap { kind in (0..<Mutant.variantCount).map { Mutant(kind, $0) } }
    }.filter { !$0.needsOtherProcess }

    /// Whether brute force finds a snapshot that the program with the mutant does not make.
    private func shows(_ journal: Journal, _ actions: [LedgerAction], _ program: MutantProgram) throws -> Bool {
        var state = program.initialState
        for (index, action) in actions.enumerated() {
            program.reduce(&state, action)
            guard let checkpoint = try journal.checkpoint(atOrBefore: index + 1), checkpoint.seq == index + 1 else {
                continue
            }
            if try journal.state(at: checkpoint).value != JSONCoding.encode(state).value { return true }
        }
        return false
    }

    @Test func eachMutantThatShowsInAStateIsFoundWithItsCause() throws {
        var random = Seed()
        print("mutants, \(random)")
        let folder = TemporaryFolder()
        var shown = 0
        for (number, mutant) in Self.mutants.enumerated() {
            let actions = LedgerRun.actions(40, using: &random)
            let path = folder.file("\(number).jsonl")
            // A changed branch: the original recorded the run.
            LedgerRun.record(actions, with: MutantProgram(mutant.kind == .branch ? nil : mutant), to: path)
            let journal = try Journal(opening: path)
            let program = MutantProgram(mutant)
            let isShown = try shows(journal, actions, program)
            // Only a clock is read again later; to wait for each mutant takes a second.
            let isThorough = mutant.kind == .date
            func verify() throws -> Verification {
                try TimelineVerifier(program, journal, isThorough: isThorough).verify()
            }
            var verification = try verify()
            // A replay may draw the recorded number again, or find the global as the recorded run did.
            let mayAgree = mutant.kind == .random || mutant.kind == .global
            for _ in 0..<100 where mayAgree && isShown && verification.result != .diverged {
                verification = try verify()
            }
            if isShown { #expect(verification.result == .diverged, "\(mutant), run \(number)") }
            guard let divergence = verification.divergence else { continue }
            shown += 1
            let isRight = (divergence.cause.name == "reducerChanged") == (mutant.kind == .branch)
            #expect(isRight, "\(mutant), run \(number): \(divergence)")
            if case .notDeterministic(let disagreement) = divergence.cause {
                #expect((divergence.agreedUpTo + 1...divergence.seq).contains(disagreement.seq))
                #expect(!disagreement.paths.isEmpty)
            }
        }
        print("\(shown) of \(Self.mutants.count) mutants show in a state")
        #expect(shown > Self.mutants.count * 3 / 4)
    }

    @Test func cleanReplaysGiveNoFalseAlarm() throws {
        var random = Seed()
        let count = Harness.count(small: 200, full: 10_000)
        print("\(count) clean replays, \(random)")
        let folder = TemporaryFolder()
        let program = MutantProgram(nil)
        for number in 0..<count {
            let actions = LedgerRun.actions(.random(in: 0...120, using: &random), using: &random)
            let path = folder.file("\(number).jsonl")
            LedgerRun.record(actions, with: program, to: path, snapshots: .every(.random(in: 1...50, using: &random)))
            let verification = try TimelineVerifier(program, try Journal(opening: path)).verify()
            #expect(verification.result == .sound, "run \(number)")
            #expect(verification.counts.replayed == actions.count)
            try FileManager.default.removeItem(atPath: path)
        }
    }
}
