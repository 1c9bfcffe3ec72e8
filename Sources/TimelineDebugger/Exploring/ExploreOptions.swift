internal import TimelineJSON
package import TimelineKit

package struct ExploreOptions: Codable, Sendable {
    package var seed: UInt64
    /// Searches of several lanes differ.
    package var lane: Int
    /// The most steps to reduce; nil for no limit.
    package var steps: Int?

    package init(seed: UInt64, lane: Int = 0, steps: Int?) { (self.seed, self.lane, self.steps) = (seed, lane, steps) }
}

/// The rules that a search checks. All rules of a program include that its states survive coding and that its reducer is deterministic.
package struct ExploreRules<State> {
    let rules: [(rule: Rule, predicate: any StatePredicate<State>)]
    let isAll: Bool

    /// In place of the index of a rule.
    static var coding: Int { -1 }

    package init(_ invariants: [Invariant<State>], isAll: Bool) {
        rules = invariants.map { (.invariant($0.name), InvariantPredicate($0)) }
        self.isAll = isAll
    }

    package init(condition: String) throws where State: Encodable {
        rules = [(.condition(condition), try ExpressionPredicate<State>(condition))]
        isAll = false
    }

    /// The indexes of the rules that a state breaks.
    func broken(in state: State) throws -> [Int] {
        try rules.indices.filter { try rules[$0].predicate.verdict(on: state) == .bad }
    }

    /// The rules that the first state of a recording breaks: they are not looked for from there.
    package func brokenAtFirst<P: Program>(in corpus: Corpus<P>) throws -> [(recording: Int, rule: Rule)]
    where P.State == State {
        try corpus.recordings.enumerated().flatMap { recording, part in
            try broken(in: part.first).map { (recording, rules[$0].rule) }
        }
    }
}

package struct ExploreStats: Codable, Sendable {
    package var steps = 0
    package var runs = 0
    /// Abstract ones, of kept runs.
    package var states = 0
    package var operators: [String: Int] = [:]
    /// Of the actions that were reduced, as indexes.
    package var types: [Int] = []
    /// The paths of enumerations, once they are known.
    var enumerations: [UInt64]?
}

package struct ExploreFailure: Codable, Sendable {
    package let rule: Rule
    package let run: ExploredRun

    package init(rule: Rule, run: ExploredRun) { (self.rule, self.run) = (rule, run) }
}

/// A run from which others are made: the steps since another kept run.
package struct KeptRun: Codable, Sendable {
    struct Item: Codable {
        let step: Int
        let action: JSONText?
        let isRepeatedResult: Bool?
        let cause: Int?
    }

    let parent: Int
    let items: [Item]
    let hash: UInt64
    let broken: [Int]
    let isSynthetic: Bool
    let conditions: [RunCondition]
    let pending: [PendingResult]
}

package enum ExploreEvent {
    case learned(LearnedConditions)
    case kept(KeptRun)
    case found(ExploreFailure)
}
