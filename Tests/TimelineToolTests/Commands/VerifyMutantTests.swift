import Foundation
import Testing
import TimelineTestPrograms
import TimelineTestSupport

/// Mutants whose effect only a replay in another process shows, found by the built tool.
@Suite(.ownThreads)
struct VerifyMutantTests {
    @Test(arguments: [0, 1])
    func eachMutantThatDependsOnTheProcessIsNotDeterministic(_ round: Int) throws {
        var random = Seed()
        print("mutants of processes, seed \(random)")
        let mutants = Mutant.Kind.allCases.flatMap { kind in
            (0..<Mutant.variantCount).map { Mutant(kind, $0) }
        }.filter(\.needsOtherProcess)
        let sandbox = Sandbox()
        for mutant in mutants {
            // In a run whose sets are small, both processes may have the same order in every recorded state.
            var finished = Finished()
            for number in 0..<8 where finished.status == 0 {
                LedgerRun.record(
                    LedgerRun.actions(40, using: &random), with: MutantProgram(mutant),
                    to: "\(sandbox.folder)/\(mutant)-\(number).jsonl")
                finished = try sandbox.run(
                    ["verify", "\(mutant)-\(number).jsonl", "--json"], with: "mutant-timeline",
                    environment: ["MUTANT": "\(mutant)"])
            }
            #expect(finished.status == 1, "\(mutant): \(finished)")
            #expect(finished.output.contains(#""cause":"notDeterministic""#), "\(mutant): \(finished)")
        }
    }
}
