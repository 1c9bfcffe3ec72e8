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
    package let rules: [(rule: Rule, predicate: any StatePredicate<State>)]
    let isAll: Bool
    var readChanges: Bool { rules.contains(where: \.predicate.readsChanges) }

    /// In place of the index of a rule.
    static var coding: Int { -1 }

    /// - Parameter rule: nil for all rules of the program.
    package init<P: Program>(_ rule: Rule?, _ program: P) throws where P.State == State {
        isAll = rule == nil
        if let rule {
            rules = try rule.predicate(program).map { [(rule, $0)] } ?? []
        } else {
            rules = program.invariantNames.compactMap { name in
                program.predicate(ofInvariant: name).map { (.invariant(name), $0) }
            }
        }
    }

    /// The invariants that were checked; nil where one rule alone was asked for.
    package var invariants: [String]? {
        isAll ? rules.compactMap { if case .invariant(let name) = $0.rule { name } else { nil } } : nil
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

    package init() {}

    /// Of several searches of the same recordings.
    package mutating func add(_ other: ExploreStats) {
        (steps, runs, states) = (steps + other.steps, runs + other.runs, max(states, other.states))
        operators.merge(other.operators, uniquingKeysWith: +)
        types = Set(types).union(other.types).sorted()
    }
}

package struct ExploreFailure: Codable, Sendable {
    package let rule: Rule
    package let run: ExploredRun

    package init(rule: Rule, run: ExploredRun) { (self.rule, self.run) = (rule, run) }
}
