import Testing
import TimelineKit

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

    /// Without the first step, the second one is bad.
    @Test(arguments: [(false, [1, 3]), (true, [2])])
    func aRunThatEndsInAnotherActionIsAnotherBug(endsInAnyAction: Bool, kept: [Int]) throws {
        let reset = Step(seq: 2, at: .zero, change: .action(JSONText(["reset": [:]])))
        let steps = [Self.steps[0], TrialStep(step: reset), Self.steps[2]]
        var minimizer = Minimizer(steps, endsInAnyAction: endsInAnyAction, isOver: { false }) { steps in
            if steps.first?.type == "reset" { return .bad(last: 0) }
            return Self.amounts(steps) == [3, 6] ? .bad(last: steps.count - 1) : .good
        }
        _ = try minimizer.minimize(changesActions: .none)
        #expect(minimizer.steps.map(\.step.seq) == kept)
    }

    /// The last amount is bad if it is the number of the steps.
    @Test(arguments: [([7], [5, 5, 3]), ([1, 2, 3], [1])])
    func aNumberIsLowerOnlyWhereTheStateCountsToo(numbers: [Int], amounts: [Int]) throws {
        let steps = [5, 5, 3].enumerated().map { TrialStep(step: WrittenTimeline.adding($1, seq: $0 + 1)) }
        var minimizer = Minimizer(
            steps, state: { _ in .members(["numbers": .array(numbers.map { .int($0) })]) }, isOver: { false }
        ) { Self.amounts($0).last == $0.count ? .bad(last: $0.count - 1) : .good }
        _ = try minimizer.minimize(changesActions: .counts)
        #expect(Self.amounts(minimizer.steps) == amounts)
    }

    @Test func aStretchBetweenEqualStatesIsLeftOutAsAWhole() throws {
        let steps = [3, 4, 5, -5, 6].enumerated().map { TrialStep(step: WrittenTimeline.adding($1, seq: $0 + 1)) }
        var minimizer = Minimizer(steps, hashes: { _ in [0, 3, 7, 12, 7] }, isOver: { false }) {
            [[3, 4, 6], [3, 4, 5, -5, 6]].contains(Self.amounts($0)) ? .bad(last: $0.count - 1) : .good
        }
        _ = try minimizer.minimize(changesActions: .none)
        #expect(Self.amounts(minimizer.steps) == [3, 4, 6])
    }

    @Test func aStepThatOnlyTheAppNeedsIsNeedless() throws {
        let minimizer = Minimizer(Array(Self.steps[..<3]), isOver: { false }) { _ in .good }
        #expect(try minimizer.needless { Self.answer($0) } == [0])
    }

    /// Any order is bad, but for one that begins with a.
    @Test func stepsAreArrangedByTheirTypes() throws {
        let steps = ["c", "b", "a", "z"].enumerated().map {
            TrialStep(step: Step(seq: $0 + 1, at: .zero, change: .action(JSONText(.members([$1: [:]])))))
        }
        var minimizer = Minimizer(steps, isOver: { false }) { $0[0].type == "a" ? .good : .bad(last: $0.count - 1) }
        try minimizer.arrange()
        #expect(minimizer.steps.map(\.type) == ["b", "a", "c", "z"])
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
