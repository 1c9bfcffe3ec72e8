package import TimelineJSON
internal import TimelineJournal
package import TimelineKit

/// Tries runs for one rule.
package protocol ExploreTrials {
    /// nil if an action cannot be decoded.
    func judge(_ steps: [TrialStep], onlyPossible: Bool) throws -> DeltaDebugging.Answer?

    /// The steps with the values that their reducers generated, and the last state; nil if that is unknown, such as after a trap.
    func complete(_ steps: [TrialStep]) throws -> (steps: [TrialStep], state: JSONText)?
}

/// In processes of their own, so that a trap ends only a trial.
package struct ProcessTrials: ExploreTrials {
    private static let seconds = 10

    private let rule: ExploreRule
    private let worker: TrialWorker
    /// Hashes have another seed in each. Two may agree by chance.
    private let others: [TrialWorker]

    package init(_ rule: ExploreRule, _ run: TrialRun, command: [String]) throws {
        self.rule = rule
        worker = try TrialWorker(run, command: command)
        others = try (0..<(rule == .notDeterministic ? 3 : 0)).map { _ in try TrialWorker(run, command: command) }
    }

    package func judge(_ steps: [TrialStep], onlyPossible: Bool) throws -> DeltaDebugging.Answer? {
        if rule == .notDeterministic {
            if onlyPossible, case .judged(_, let last, _) = try worker.judgePossible(steps, seconds: Self.seconds),
                last < steps.count - 1
            {
                return .good
            }
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
        let outcome =
            try onlyPossible
            ? worker.judgePossible(steps, seconds: Self.seconds) : worker.judge(steps, seconds: Self.seconds)
        if case .trap(let signal) = rule {
            return try TrialCriterion.crash(signal).answer(to: outcome, steps)
        }
        return try TrialCriterion.anyState.answer(to: outcome, steps)
    }

    package func complete(_ steps: [TrialStep]) throws -> (steps: [TrialStep], state: JSONText)? {
        guard case .completed(let values, let state) = try worker.complete(steps, seconds: Self.seconds) else {
            return nil
        }
        return (zip(steps, values).map { $0.generated($1.map { ($0.name, $0.value) }) }, state)
    }
}

/// In this process: a trap ends it.
package struct OwnTrials<P: Program>: ExploreTrials {
    private let rule: ExploreRule
    private let reducer: TrialReducer<P>
    private let predicate: (any StatePredicate<P.State>)?

    package init(_ rule: ExploreRule, _ run: TrialRun, _ program: P) throws {
        self.rule = rule
        reducer = try TrialReducer(program, run)
        predicate = try rule.predicate(program)
    }

    package func judge(_ steps: [TrialStep], onlyPossible: Bool) throws -> DeltaDebugging.Answer? {
        guard let decoded = try? steps.map({ try TrialReducer<P>.decode($0) }) else { return nil }
        var answer = DeltaDebugging.Answer.good
        var states: [P.State] = [reducer.first]
        let isPossible = try reducer.replay(decoded, onlyPossible: onlyPossible) { index, state, _ in
            if predicate == nil { states[0] = state }
            switch try predicate?.verdict(on: state) ?? .good {
            case .good: return true
            case .bad: answer = .bad(last: index)
            case .cannotTell: answer = .cannotTell
            }
            return false
        }
        if !isPossible { return .good }
        guard predicate == nil else { return answer }
        reducer.replay(decoded) { _, state, _ in
            states.append(state)
            return true
        }
        return CodingPredicate.areSame(states[states.count - 1], states[0]) ? .good : .bad(last: steps.count - 1)
    }

    package func complete(_ steps: [TrialStep]) throws -> (steps: [TrialStep], state: JSONText)? {
        var last = reducer.first
        var completed: [TrialStep] = []
        reducer.replay(try steps.map { try TrialReducer<P>.decode($0) }) { index, state, values in
            last = state
            completed.append(steps[index].generated(values.map { ($0.name, $0.value) }))
            return true
        }
        return (try? JSONCoding.encode(last)).map { (completed, $0) }
    }
}

extension TrialStep {
    func generated(_ values: [(name: String, value: JSONText)]) -> TrialStep {
        TrialStep(
            step: step,
            values: values.map { GeneratedValue(seq: step.seq, at: step.at, name: $0.name, value: $0.value) })
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

    package var isCheap: Bool { true }
}
