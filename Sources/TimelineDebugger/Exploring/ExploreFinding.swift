package import TimelineKit
internal import TimelineReplay

/// A bug: the shortest run that shows it, which was run again.
package struct ExploreFinding {
    /// Of one trial at most: a run with few steps takes some hundred.
    private static let probeLimit = 3_000

    package let key: ExploreKey
    package let label: RunLabel
    /// Numbered as in the timeline.
    package let steps: [TrialStep]
    /// Where each step was recorded: the index of the recording, and the number of the step in it.
    package let sources: [(recording: Int, seq: Int)]
    package let timeline: MinimizedTimeline
    /// Fewer steps may be enough: the search was interrupted, or took too many runs.
    package let isMinimal: Bool
    /// What its conditions are of.
    package let learned: LearnedConditions?

    /// nil if the run is not bad when it is run again.
    package init?<P: Program>(
        _ failure: ExploreFailure, _ corpus: Corpus<P>, isOver: @escaping () -> Bool,
        trials: (TrialRun) throws -> any RuleTrials
    ) throws {
        let rule = failure.rule
        let isResponse = try rule.isResponse(of: corpus.program)
        let run = failure.run.trial(of: corpus)
        let trial = try trials(run)
        guard case .bad(let last)? = try trial.judge(run.steps, within: nil), last >= 0 else { return nil }
        let all = Array(run.steps[..<(last + 1)])
        var probes = 0
        func minimizer(_ steps: [TrialStep], within conditions: Set<RunCondition>?) -> Minimizer {
            Minimizer(
                // Replays may differ long before the last action.
                steps, endsInAnyAction: rule == .notDeterministic,
                hashes: conditions == nil ? nil : { try trial.hashes(Array($0)) }
            ) {
                probes += 1
                return probes > Self.probeLimit || isOver()
            } judge: { candidate in
                if conditions != nil, !failure.run.isPossible(candidate, corpus) { return .good }
                // What was asked for may be in an answer that was left out.
                if isResponse, !failure.run.hasAnswered(corpus, among: Set(candidate.map(\.step.seq))) { return .good }
                return try trial.judge(candidate, within: conditions)
            }
        }
        func labeled(_ steps: [TrialStep]) throws -> RunLabel {
            guard failure.run.isPossible(steps, corpus), var label = try trial.label(steps) else {
                return RunLabel(isPossible: false)
            }
            let recorded = steps.map { failure.run.items[$0.step.seq - 1].step }
            let start = corpus.recordings[failure.run.recording].steps.lowerBound
            if !corpus.causeTypes.isEmpty || recorded.elementsEqual(start..<start + steps.count) { return label }
            for (index, step) in recorded.enumerated() where corpus.steps[step].from == "effect" {
                label.conditions.append(.init(step: index, condition: .uncaused(type: corpus.stepTypes[step])))
            }
            return label
        }
        var minimized = minimizer(all, within: nil)
        var label = try labeled(all)
        if !label.isPossible {
            _ = try minimized.minimize(changesActions: .none)
            label = try labeled(minimized.steps)
        }
        let conditions = label.isPossible ? Set(label.conditions.map(\.condition)) : nil
        minimized = minimizer(minimized.steps, within: conditions)
        _ = try minimized.minimize(changesActions: label.isPossible ? .none : .all)
        let foundTypes = minimized.steps.map(\.type)
        try minimized.arrange()
        let steps = minimized.steps
        if label.isPossible { label = try labeled(steps) }
        (self.label, learned) = (label, trial.learned)
        isMinimal = probes <= Self.probeLimit && !isOver()
        key = ExploreKey(
            rule: rule, at: trial.place, types: steps.map(\.type), rank: label.rank, foundTypes: foundTypes)
        sources = steps.map { step in
            let recorded = corpus.steps[failure.run.items[step.step.seq - 1].step]
            return (recorded.recording, recorded.seq)
        }
        guard let timeline = try trial.timeline(of: run, steps, for: rule, isExplored: true) else { return nil }
        self.timeline = timeline

        let again = try TrialRun(corpus.program, bytes: timeline.bytes)
        self.steps = again.steps
        guard try trials(again).judge(again.steps, within: nil) == .bad(last: again.steps.count - 1) else { return nil }
    }
}

extension ExploreFinding {
    package enum Kind: String { case possible, conditional, synthetic }

    /// How unlikely a person finds the run: a bug is where its last step had never come, but a list offers its own elements alone.
    package var unlikeliness: Int {
        if !label.isPossible { return .max }
        return label.conditions.reduce(0) { sum, place in
            switch place.condition {
            case .uncaused: sum
            case .value: sum + 3
            case .state where place.step < steps.count - 1: sum + 2
            default: sum + 1
            }
        }
    }

    package var kind: Kind { !label.isPossible ? .synthetic : label.conditions.isEmpty ? .possible : .conditional }
}

extension TrialStep {
    package var type: String { if case .action(let text) = step.change { text.actionType } else { "" } }
}

extension ExploredRun {
    /// Whether each action of a user is a recorded one, and the results of each step are those of one recorded step that did the same, once, of
    /// each type in their order. What was asked otherwise than recorded was not answered in a recording.
    fileprivate func isPossible<P: Program>(_ steps: [TrialStep], _ corpus: Corpus<P>) -> Bool {
        var texts: [Int: JSONText] = [:]
        var came: [Int: [Int]] = [:]
        return steps.allSatisfy { step in
            guard case .action(let text) = step.step.change else { return false }
            let item = items[step.step.seq - 1]
            texts[step.step.seq] = text
            guard let recorded = corpus.causes[item.step] else { return corpus.isRecorded(text) }
            guard item.action == nil, let cause = step.step.cause, texts[cause] == corpus.steps[recorded].text else {
                return false
            }
            let earlier = came[cause, default: []]
            came[cause] = earlier + [item.step]
            let type = corpus.stepTypes[item.step]
            let sameType = corpus.results[recorded].filter { corpus.stepTypes[$0] == type }
            return earlier.allSatisfy { corpus.causes[$0] == recorded }
                && earlier.filter { corpus.stepTypes[$0] == type }.elementsEqual(sameType.prefix { $0 != item.step })
                && corpus.follows(type, earlier.last.map { corpus.stepTypes[$0] } ?? -1, of: corpus.stepTypes[recorded])
        }
    }
}
