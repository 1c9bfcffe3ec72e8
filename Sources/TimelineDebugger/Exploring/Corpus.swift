package import TimelineKit
internal import TimelineReplay

/// The recordings that a search starts from, decoded once.
package struct Corpus<P: Program>: Sendable {
    struct Step: Sendable {
        let action: P.Action
        let text: JSONText
        let from: String?
        let values: [GeneratedValue]
        /// The steps whose work was canceled after it, by index.
        let canceled: [Int]
        let recording: Int
        let seq: Int
    }

    struct Recording: Sendable {
        let run: TrialRun
        let first: P.State
        let reducer: ActionReducer<P>
        let steps: Range<Int>
    }

    let program: P
    private(set) var recordings: [Recording] = []
    private(set) var steps: [Step] = []
    /// Of each step, what a search looks at for each action, without copying the step.
    private(set) var stepTypes: [Int] = []
    /// The index of the recorded step that it is a result of; nil where no cause was recorded. A view's action may have one, too.
    private(set) var causes: [Int?] = []
    /// The indexes of its results, in their recorded order.
    private(set) var results: [[Int]] = []
    private(set) var hasValues: [Bool] = []
    private(set) var causeTypes: Set<Int> = []
    private var successions: Set<[Int]> = []
    private var alike: [[UInt8]: [Int]] = [:]
    /// The names of the types of actions, such as `screen › draftChanged`.
    package private(set) var types: [String] = []
    /// The indexes of the steps of each type that are no results; types that have none are left out.
    private(set) var free: [[Int]] = []
    private var texts: Set<[UInt8]> = []

    /// - Parameter runs: Without states that were set from outside: see `TrialRun.parts`.
    package init(_ program: P, _ runs: [TrialRun]) throws {
        self.program = program
        var indexes: [String: Int] = [:]
        var byType: [[Int]] = []
        for (number, run) in runs.enumerated() {
            let start = steps.count
            var seqs: [Int: Int] = [:]
            for trial in run.steps {
                guard case .action(let text) = trial.step.change else { preconditionFailure("a part has a set state") }
                let name = text.actionType
                let type = indexes[name] ?? types.count
                if type == types.count {
                    indexes[name] = type
                    types.append(name)
                    byType.append([])
                }
                let index = steps.count
                let cause = trial.step.cause.flatMap { seqs[$0] }
                seqs[trial.step.seq] = index
                if let cause {
                    let last = results[cause].last.map { stepTypes[$0] } ?? -1
                    if results[cause].isEmpty { alike[steps[cause].text.bytes, default: []].append(cause) }
                    causeTypes.insert(stepTypes[cause])
                    successions.insert([stepTypes[cause], last, type])
                    results[cause].append(index)
                } else {
                    byType[type].append(index)
                    texts.insert(text.bytes)
                }
                steps.append(
                    Step(
                        action: try JSONCoding.decode(P.Action.self, from: text), text: text, from: trial.step.from,
                        values: trial.values, canceled: trial.canceled.compactMap { seqs[$0] }, recording: number,
                        seq: trial.step.seq))
                stepTypes.append(type)
                causes.append(cause)
                results.append([])
                hasValues.append(!trial.values.isEmpty)
            }
            recordings.append(
                Recording(
                    run: run, first: try JSONCoding.decode(P.State.self, from: run.first.state),
                    reducer: ActionReducer(program, run.header), steps: start..<steps.count))
        }
        free = byType.filter { !$0.isEmpty }
        if let step = steps.first, let recording = recordings.first {
            isChecked = program.choosesActions(step.action, in: recording.first)
        }
    }

    package var count: Int { recordings.count }

    /// Effects sent actions, and what they answer is not recorded.
    package var hasNoCauses: Bool { causeTypes.isEmpty && steps.contains { $0.from == "effect" } }

    func recorded(from step: Int) -> Range<Int> { step..<recordings[steps[step].recording].steps.upperBound }

    func recordedStep(_ index: Int) -> TrialStep {
        let recording = recordings[steps[index].recording]
        return recording.run.steps[index - recording.steps.lowerBound]
    }

    /// Whether the program says which actions the app offers.
    package private(set) var isChecked = false

    func causeType(of result: Int) -> Int {
        guard let cause = causes[result] else { preconditionFailure("a step without a cause is no result") }
        return stepTypes[cause]
    }

    /// Whether a result of this type came after one of the type `last`, of one cause; -1 for the first.
    func follows(_ type: Int, _ last: Int, of cause: Int) -> Bool { successions.contains([cause, last, type]) }

    /// The recorded steps with this action that have results.
    func causes(like action: JSONText) -> [Int] { alike[action.bytes] ?? [] }

    /// A recorded action of this type that is no result.
    func example(ofUsers type: Int) -> JSONText? {
        stepTypes.indices.first { stepTypes[$0] == type && causes[$0] == nil && steps[$0].from != "effect" }.map {
            steps[$0].text
        }
    }

    /// A user's action that occurs in a recording.
    func isRecorded(_ action: JSONText) -> Bool { texts.contains(action.bytes) }
}

extension TrialRun {
    /// The stretches between states that were set from outside, each with the state that it begins with. Those without a step are
    /// left out, unless the whole run has none.
    package var parts: [TrialRun] {
        var parts: [TrialRun] = []
        var (first, steps): (Snapshot, [TrialStep]) = (first, [])
        func end() { if !steps.isEmpty { parts.append(TrialRun(header, first, steps, version: version)) } }
        for step in self.steps {
            guard case .set(let state, _) = step.step.change else {
                steps.append(step)
                continue
            }
            end()
            (first, steps) = (Snapshot(seq: step.step.seq, at: step.step.at, state: state), [])
        }
        end()
        return parts.isEmpty ? [TrialRun(header, first, [], version: version)] : parts
    }
}
