package import TimelineKit

/// A run that a search made, as indexes of recorded steps: it travels between processes.
package struct ExploredRun: Codable, Sendable {
    package struct Item: Codable, Sendable {
        let step: Int
        /// In place of the recorded action.
        var action: JSONText?
        /// The number, from 1, of the step in this run that it is a result of.
        let cause: Int?
    }

    package let recording: Int
    package let items: [Item]

    init(recording: Int, _ items: [Item]) { (self.recording, self.items) = (recording, items) }

    package init<P: Program>(_ recording: Int, of corpus: Corpus<P>) {
        let steps = corpus.recordings[recording].steps
        self.init(
            recording: recording,
            steps.map { Item(step: $0, cause: corpus.causes[$0].map { $0 - steps.lowerBound + 1 }) })
    }

    /// Whether each effect that steps of the run started has sent what it sent in the recording. No step without a cause tells.
    func hasAnswered<P: Program>(_ corpus: Corpus<P>, among steps: Set<Int>? = nil) -> Bool {
        let numbers = (1...max(1, items.count)).prefix(items.count).filter { steps?.contains($0) ?? true }
        let answers = Dictionary(numbers.map { (items[$0 - 1].cause ?? 0, 1) }, uniquingKeysWith: +)
        return numbers.allSatisfy { number in
            let item = items[number - 1]
            if item.cause == nil, corpus.steps[item.step].from == "effect" { return false }
            guard corpus.causeTypes.contains(corpus.stepTypes[item.step]) else { return true }
            return answers[number, default: 0] >= max(1, corpus.results[item.step].count)
        }
    }

    /// Numbered from 1; the times are a tenth of a second apart, since recorded ones would not be in order.
    package func trial<P: Program>(of corpus: Corpus<P>) -> TrialRun {
        let run = corpus.recordings[recording].run
        let first = Snapshot(seq: 0, at: run.first.at, state: run.first.state)
        var copies: Set<Int> = []
        let steps = items.enumerated().map { index, item in
            var step = corpus.recordedStep(item.step)
            if let action = item.action { step = step.changed(.action(action)) }
            // Values that were generated, such as identifiers, cannot come again.
            if !copies.insert(item.step).inserted { step.values = [] }
            return step.moved(to: index + 1, at: run.time(ofStep: index + 1), cause: item.cause)
        }
        return TrialRun(run.header, first, steps, version: run.version)
    }
}

/// What identifies a bug: the rule, and the types of the actions of its shortest run.
package struct ExploreKey: Codable, Equatable, Sendable {
    package let rule: Rule
    /// Of a trap, where it is known.
    package let place: Int?
    package let types: [String]
    /// Of a run that the app cannot do as recorded.
    package static let synthetic = RunLabel.synthetic

    /// How many of its circumstances no recording has.
    package let rank: Int
    /// The types in the order in which this run was found, where another order gives the same bug.
    package let foundTypes: [String]

    package init(rule: Rule, at place: Int? = nil, types: [String], rank: Int, foundTypes: [String]? = nil) {
        (self.rule, self.place, self.types, self.rank) = (rule, place, types, rank)
        self.foundTypes = foundTypes ?? types
    }

    package static func == (one: ExploreKey, other: ExploreKey) -> Bool {
        one.rule == other.rule && one.types == other.types && one.rank == other.rank
    }
}
