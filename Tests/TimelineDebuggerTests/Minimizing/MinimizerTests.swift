import Testing
import TimelineJSON
import TimelineJournal

@testable import TimelineDebugger

/// Runs of a counter, of which only those are bad that add at least 10.
struct MinimizerTests {
    private static let steps = [3, 4, 6, -2, 9].enumerated().map {
        TrialStep(step: WrittenTimeline.adding($1, seq: $0 + 1))
    }

    private static func amounts(_ steps: [TrialStep]) -> [Int] {
        steps.compactMap { step in
            guard case .action(let text) = step.step.change else { return nil }
            return text.value.object?["add"]?.object?["amount"]?.int
        }
    }

    /// nil if an action is no addition.
    private static func answer(_ steps: [TrialStep]) -> DeltaDebugging.Answer? {
        let amounts = amounts(steps)
        guard amounts.count == steps.count else { return nil }
        var sum = 0
        for (index, amount) in amounts.enumerated() {
            sum += amount
            if sum >= 10 { return .bad(last: index) }
        }
        return .good
    }

    @Test func theResultIsMinimalIfAllWasTried() throws {
        var (runs, refused) = (0, 0)
        var minimizer = Minimizer(Self.steps, isOver: { false }) {
            let answer = Self.answer($0)
            // What cannot be decoded is no run.
            if answer == nil { refused += 1 } else { runs += 1 }
            return answer
        }
        #expect(try minimizer.minimize() == .tried(undecided: [], triedEachAction: true))
        #expect(Self.answer(minimizer.steps) == .bad(last: minimizer.steps.count - 1))
        #expect(refused > 0)
        #expect(minimizer.probes == runs)
    }

    /// The budget ends among runs that cannot be decoded.
    @Test func theSearchEndsBetweenRunsThatCannotBeDecoded() throws {
        var isOver = false
        var asked = 0
        var minimizer = Minimizer(Self.steps, isOver: { isOver }) {
            let answer = Self.answer($0)
            if isOver { asked += 1 }
            if answer == nil { isOver = true }
            return answer
        }
        _ = try minimizer.minimize()
        #expect(isOver && asked == 0)
    }

    @Test func stepsThatWereTriedStayMinimalIfActionsWereNot() throws {
        var isRemoved = false
        var minimizer = Minimizer(Array(Self.steps[1...2]), isOver: { isRemoved }) {
            // Each step was left out on trial when the first run with all of them comes.
            if $0.count == 2 {
                isRemoved = true
                return .good
            }
            return Self.answer($0)
        }
        #expect(try minimizer.minimize() == .tried(undecided: [], triedEachAction: false))
        #expect(Self.amounts(minimizer.steps) == [4, 6])
    }

    @Test func aStepWhoseRemovalCannotBeJudgedIsNamed() throws {
        var minimizer = Minimizer(Array(Self.steps[1...2]), isOver: { false }) {
            Self.amounts($0) == [4] ? .cannotTell : Self.answer($0)
        }
        #expect(try minimizer.minimize(changesActions: .none) == .tried(undecided: [3], triedEachAction: true))
    }

    @Test func aRunThatTheEndOfTheSearchEndedDecidesNothing() throws {
        var isOver = false
        var minimizer = Minimizer(Array(Self.steps[1...2]), isOver: { isOver }) { _ in
            isOver = true
            return .cannotTell
        }
        #expect(try minimizer.minimize() == .unknown)
        #expect(minimizer.probes == 0)
    }
}
