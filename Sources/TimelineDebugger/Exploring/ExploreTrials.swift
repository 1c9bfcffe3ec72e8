package import TimelineJSON
package import TimelineKit

/// Tries runs for one rule.
package protocol ExploreTrials {
    /// nil if an action cannot be decoded.
    ///
    /// - Parameter conditions: The circumstances that the run may have and no recording has; nil for any run.
    func judge(_ steps: [TrialStep], within conditions: Set<RunCondition>?) throws -> DeltaDebugging.Answer?

    /// nil if it is not known.
    func label(_ steps: [TrialStep]) throws -> RunLabel?

    /// The steps with the values that their reducers generated, and the last state; nil if that is unknown, such as after a trap.
    func complete(_ steps: [TrialStep]) throws -> (steps: [TrialStep], state: JSONText)?
}

/// In processes of their own, so that a trap ends only a trial.
package final class ProcessTrials: ExploreTrials {
    private static let seconds = 10

    private let rule: ExploreRule
    private let worker: TrialWorker
    /// Hashes have another seed in each. Two may agree by chance.
    private let others: [TrialWorker]
    /// The trap of the first run.
    private var crash: TrialCriterion?

    package init(
        _ rule: ExploreRule, _ run: TrialRun, _ learned: LearnedConditions?, command: [String]
    ) throws {
        self.rule = rule
        worker = try TrialWorker(run, command: command)
        others = try (0..<(rule == .notDeterministic ? 3 : 0)).map { _ in try TrialWorker(run, command: command) }
        worker.learned = learned
    }

    package func label(_ steps: [TrialStep]) throws -> RunLabel? {
        try worker.label(steps, seconds: Self.seconds).label
    }

    package func judge(
        _ steps: [TrialStep], within conditions: Set<RunCondition>?
    ) throws -> DeltaDebugging.Answer? {
        func outcome() throws -> TrialOutcome {
            try worker.judge(steps, within: conditions, seconds: Self.seconds)
        }
        if rule == .notDeterministic {
            if conditions != nil, case .judged(_, last: -1, _) = try outcome() { return .good }
            guard case .completed(_, let one) = try worker.complete(steps, seconds: Self.seconds) else {
                return .cannotTell
            }
            // Twice in one process: a global may have changed.
            for other in [worker] + others {
                guard case .completed(_, let two) = try other.complete(steps, seconds: Self.seconds) else {
                    return .cannotTell
                }
                if one != two { return .bad(last: steps.count - 1) }
            }
            return .good
        }
        let found = try outcome()
        guard case .trap(let signal) = rule else { return try TrialCriterion.anyState.answer(to: found, steps) }
        if case .crashed(signal, _, let place) = found { crash = crash ?? .crash(signal, place: place) }
        return try (crash ?? .crash(signal, place: nil)).answer(to: found, steps)
    }

    package func complete(_ steps: [TrialStep]) throws -> (steps: [TrialStep], state: JSONText)? {
        try worker.complete(steps, seconds: Self.seconds).completed(steps)
    }
}

/// In this process: a trap ends it.
package struct OwnTrials<P: Program>: ExploreTrials {
    private let rule: ExploreRule
    private let reducer: TrialReducer<P>
    private let predicate: (any StatePredicate<P.State>)?
    private let learned: LearnedConditions?

    package init(_ rule: ExploreRule, _ run: TrialRun, _ learned: LearnedConditions?, _ program: P) throws {
        (self.rule, self.learned) = (rule, learned)
        reducer = try TrialReducer(program, run)
        predicate = try rule.predicate(program)
    }

    package func label(_ steps: [TrialStep]) throws -> RunLabel? {
        try reducer.label(steps.map { try TrialReducer<P>.decode($0) }, learned).label
    }

    package func judge(
        _ steps: [TrialStep], within conditions: Set<RunCondition>?
    ) throws -> DeltaDebugging.Answer? {
        guard let decoded = try? steps.map({ try TrialReducer<P>.decode($0) }) else { return nil }
        let limits = conditions.map { RunLimits(learned: learned, conditions: $0) }
        let outcome = try reducer.judge(decoded, predicate, within: limits)
        if predicate != nil { return try TrialCriterion.anyState.answer(to: outcome, steps) }
        if case .judged(_, last: -1, _) = outcome { return .good }
        guard case .completed(_, let one)? = try? reducer.complete(decoded),
            case .completed(_, let two)? = try? reducer.complete(decoded)
        else { return .cannotTell }
        return one == two ? .good : .bad(last: steps.count - 1)
    }

    package func complete(_ steps: [TrialStep]) throws -> (steps: [TrialStep], state: JSONText)? {
        try? reducer.complete(steps.map { try TrialReducer<P>.decode($0) }).completed(steps)
    }
}

extension ExploreRule {
    package func predicate<P: Program>(_ program: P) throws -> (any StatePredicate<P.State>)? {
        switch self {
        case .invariant(let name): program.invariants.first { $0.name == name }.map { InvariantPredicate($0) }
        case .condition(let text): try ExpressionPredicate<P.State>(text)
        case .coding: CodingPredicate<P.State>()
        case .trap, .notDeterministic: nil
        }
    }
}

/// Bad where a state differs after it was encoded and decoded, or cannot be.
package struct CodingPredicate<State: Codable & Equatable>: StatePredicate {
    package init() {}

    package func verdict(on state: State) -> Verdict {
        guard let text = try? JSONCoding.encode(state),
            let decoded = try? JSONCoding.decode(State.self, from: text)
        else { return .bad }
        return Self.areSame(state, decoded) ? .good : .bad
    }

    /// A state that holds NaN does not equal itself; its text tells.
    static func areSame(_ one: State, _ other: State) -> Bool {
        one == other || one != one && (try? JSONCoding.encode(one)) == (try? JSONCoding.encode(other))
    }
}
