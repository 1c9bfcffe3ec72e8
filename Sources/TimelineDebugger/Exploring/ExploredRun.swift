package import TimelineKit

/// A run that a search made, as indexes of recorded steps: it travels between processes.
package struct ExploredRun: Codable, Sendable {
    package struct Item: Codable, Sendable {
        let step: Int
        /// In place of the recorded action.
        let action: JSONText?
        /// The index of the step in this run that it is a result of.
        let cause: Int?
        /// The recorded step comes earlier in this run, so the values that it generated, such as identifiers, cannot come again.
        let isCopy: Bool
    }

    package let recording: Int
    package let items: [Item]

    /// - Parameter steps: The cause of each is a number from 1.
    init(recording: Int, _ steps: [(step: Int, action: JSONText?, cause: Int?)]) {
        self.recording = recording
        var copies: Set<Int> = []
        items = steps.map {
            Item(
                step: $0.step, action: $0.action, cause: $0.cause.map { $0 - 1 },
                isCopy: !copies.insert($0.step).inserted)
        }
    }

    /// A whole recording.
    package init<P: Program>(_ recording: Int, of corpus: Corpus<P>) {
        self.init(recording: recording, Self.steps(of: recording, corpus))
    }

    static func steps<P: Program>(
        of recording: Int, _ corpus: Corpus<P>
    ) -> [(step: Int, action: JSONText?, cause: Int?)] {
        let steps = corpus.recordings[recording].steps
        return steps.map { index in
            (index, action: nil, cause: corpus.causes[index].map { $0 - steps.lowerBound + 1 })
        }
    }

    /// Numbered from 1; the times are a tenth of a second apart, since recorded ones would not be in order.
    package func trial<P: Program>(of corpus: Corpus<P>) -> TrialRun {
        let run = corpus.recordings[recording].run
        let first = Snapshot(seq: 0, at: run.first.at, state: run.first.state)
        let steps = items.enumerated().map { index, item in
            let recorded = corpus.steps[item.step]
            let (seq, at) = (index + 1, Self.time(ofStep: index + 1, from: run.first.at))
            let values = item.isCopy ? [] : recorded.values
            return TrialStep(
                step: Step(
                    seq: seq, at: at, change: .action(item.action ?? recorded.text), from: recorded.from,
                    cause: item.cause.map { $0 + 1 }),
                values: values.map { GeneratedValue(seq: seq, at: at, name: $0.name, value: $0.value) })
        }
        return TrialRun(run.header, first, steps, version: run.version)
    }

    static func time(ofStep seq: Int, from first: Moment) -> Moment {
        Moment(microseconds: first.microseconds + Int64(seq) * 100_000)
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
