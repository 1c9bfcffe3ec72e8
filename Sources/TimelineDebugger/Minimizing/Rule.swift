package import TimelineKit

/// What makes a run bad.
package enum Rule: Codable, Hashable, Sendable {
    case invariant(String)
    case condition(String)
    /// Of `{"before":…,"action":…,"after":…}`.
    case change(String)
    case response(ResponseQuestion)
    /// The reducer crashes, by a signal of this name.
    case crash(String)
    /// Reduced twice, the same actions gave different states.
    case notDeterministic
    /// The state differs after it was encoded and decoded, or it cannot be.
    case coding

    package var signal: String? { if case .crash(let signal) = self { signal } else { nil } }

    /// nil where no state tells, or the program lacks the invariant.
    package func predicate<P: Program>(_ program: P) throws -> (any StatePredicate<P.State>)? {
        switch self {
        case .invariant(let name): program.predicate(ofInvariant: name)
        case .condition(let text): try ExpressionPredicate<P.State>(text)
        case .change(let text): try ChangeCondition<P.State>(text)
        case .response(let question): try ResponsePredicate<P.State>(question)
        case .coding: CodingPredicate<P.State>()
        case .crash, .notDeterministic: nil
        }
    }

    /// Whether it is of what must follow: a run without an answer breaks it, too.
    package func isResponse<P: Program>(of program: P) throws -> Bool {
        try predicate(program) is ResponsePredicate<P.State>
    }
}

extension Rule: CustomStringConvertible {
    /// After "the": see `ExploreText`.
    package var description: String {
        switch self {
        case .invariant(let name): "the invariant \"\(name)\" is broken"
        case .condition(let text), .change(let text): text
        case .response(let question): "after \(question.after), not in time: \(question.expect)"
        case .crash(let signal): "the reducer crashes (\(signal))"
        case .notDeterministic: "the reducer is not deterministic"
        case .coding: "the state does not survive its coding"
        }
    }
}

extension Program {
    /// Of states, then of changes, then of what must follow.
    package var invariantNames: [String] {
        invariants.map(\.name) + changeRules.map(\.name) + responses.map(\.name)
    }

    /// Nil if there is none of this name.
    package func predicate(ofInvariant name: String) -> (any StatePredicate<State>)? {
        invariants.first { $0.name == name }.map { InvariantPredicate($0) }
            ?? changeRules.first { $0.name == name }.map { ChangeRulePredicate<Self>(rule: $0) }
            ?? responses.first { $0.name == name }.map { ResponsePredicate($0) }
    }
}

extension DeltaDebugging.Answer {
    init(_ verdict: Verdict, at index: Int) {
        switch verdict {
        case .bad: self = .bad(last: index)
        case .good: self = .good
        case .cannotTell: self = .cannotTell
        }
    }
}

/// Bad where a state differs after it was encoded and decoded, or cannot be.
struct CodingPredicate<State: Codable & Equatable>: StatePredicate {
    func verdict(on state: State, from _: StateChange<State>?) -> Verdict {
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
