internal import TimelineJSON
internal import TimelineJournal
package import TimelineKit
internal import TimelineSystem

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

    /// nil if the run is not bad when it is run again.
    package init?<P: Program>(
        _ failure: ExploreFailure, _ corpus: Corpus<P>, isOver: @escaping () -> Bool,
        trials: (TrialRun) throws -> any ExploreTrials
    ) throws {
        let rule = failure.rule
        let run = failure.run.trial(of: corpus)
        let trial = try trials(run)
        guard case .bad(let last)? = try trial.judge(run.steps, within: nil), last >= 0 else { return nil }
        let all = Array(run.steps[..<(last + 1)])
        var probes = 0
        func minimized(
            _ steps: [TrialStep], within conditions: Set<RunCondition>?, changesActions: Minimizer.Change
        ) throws -> [TrialStep] {
            var minimizer = Minimizer(
                // Replays may differ long before the last action.
                steps, endsInAnyAction: rule == .notDeterministic,
                state: changesActions == .all ? nil : { try trial.complete($0)?.state.value }
            ) {
                probes += 1
                return probes > Self.probeLimit || isOver()
            } judge: { candidate in
                if conditions != nil, !failure.run.isPossible(candidate, corpus) { return .good }
                return try trial.judge(candidate, within: conditions)
            }
            _ = try minimizer.minimize(changesActions: changesActions)
            return minimizer.steps
        }
        func labeled(_ steps: [TrialStep]) throws -> RunLabel {
            guard failure.run.isPossible(steps, corpus), let label = try trial.label(steps) else {
                return RunLabel(isPossible: false)
            }
            return label
        }
        var steps = all
        var label = try labeled(steps)
        if !label.isPossible {
            steps = try minimized(steps, within: nil, changesActions: .none)
            label = try labeled(steps)
        }
        let conditions = label.isPossible ? Set(label.conditions.map(\.condition)) : nil
        func judge(_ steps: [TrialStep]) throws -> DeltaDebugging.Answer? {
            if conditions != nil, !failure.run.isPossible(steps, corpus) { return .good }
            return try trial.judge(steps, within: conditions)
        }
        steps = try minimized(steps, within: conditions, changesActions: label.isPossible ? .none : .all)
        while label.isPossible, probes <= Self.probeLimit, !isOver(),
            let shorter = try Self.withoutStretch(steps, judge: judge, state: { try trial.complete($0)?.state })
        {
            steps = try minimized(shorter, within: conditions, changesActions: .none)
        }
        let foundTypes = steps.map(\.type)
        steps = try Self.arranged(steps, judge: judge)
        if label.isPossible { label = try labeled(steps) }
        self.label = label
        isMinimal = probes <= Self.probeLimit && !isOver()
        key = ExploreKey(rule: rule, types: steps.map(\.type), rank: label.rank, foundTypes: foundTypes)
        sources = steps.map { step in
            let recorded = corpus.steps[failure.run.items[step.step.seq - 1].step]
            return (recorded.recording, recorded.seq)
        }
        var completed =
            if case .trap = rule { nil as (steps: [TrialStep], state: JSONText)? } else { try trial.complete(steps) }
        // The last step has no state, or none that can be encoded.
        let isWithoutState = completed == nil
        if isWithoutState {
            switch rule {
            case .trap, .coding: completed = try trial.complete(steps.dropLast())
            default: return nil
            }
        }
        guard let completed else { return nil }
        steps = (completed.steps + steps.suffix(isWithoutState ? 1 : 0)).enumerated().map { index, step in
            step.timed(ExploredRun.time(ofStep: index + 1, from: run.first.at))
        }
        let signal: String? = if case .trap(let signal) = rule { signal.name } else { nil }
        timeline = MinimizedTimeline(
            run, steps, last: isWithoutState ? nil : completed.state, signal: signal, rule: rule.description)

        let saved = try Journal(bytes: timeline.bytes)
        try saved.requireSound()
        let again = try TrialRun(corpus.program, saved, through: saved.last)
        self.steps = again.steps
        guard case .bad(let end)? = try trials(again).judge(again.steps, within: nil),
            end == again.steps.count - 1
        else { return nil }
    }
}

extension ExploreFinding {
    package enum Kind: String {
        case possible, conditional, synthetic
    }

    package var kind: Kind { !label.isPossible ? .synthetic : label.conditions.isEmpty ? .possible : .conditional }

    /// Without the longest stretch between equal states that can be left out; nil if there is none.
    private static func withoutStretch(
        _ steps: [TrialStep], judge: ([TrialStep]) throws -> DeltaDebugging.Answer?,
        state: ([TrialStep]) throws -> JSONText?
    ) throws -> [TrialStep]? {
        let states = try steps.indices.map { try state(Array(steps[..<$0])) }
        for length in stride(from: steps.count - 1, to: 0, by: -1) {
            for start in 0..<(steps.count - length)
            where states[start] != nil && states[start] == states[start + length] {
                let rest = Array(steps[..<start] + steps[(start + length)...])
                if case .bad(last: rest.count - 1)? = try judge(rest) { return rest }
            }
        }
        return nil
    }

    /// In the order of their types, as far as their order does not matter: the same bug has the same key.
    private static func arranged(
        _ steps: [TrialStep], judge: ([TrialStep]) throws -> DeltaDebugging.Answer?
    ) throws -> [TrialStep] {
        var steps = steps
        var isChanged = true
        while isChanged {
            isChanged = false
            for index in steps.indices.dropLast(2) {
                let (one, other) = (steps[index], steps[index + 1])
                guard other.type < one.type, other.step.cause != one.step.seq else { continue }
                var swapped = steps
                swapped.swapAt(index, index + 1)
                guard case .bad(last: steps.count - 1)? = try judge(swapped) else { continue }
                steps = swapped
                isChanged = true
            }
        }
        return steps
    }
}

extension TrialStep {
    package var type: String { if case .action(let text) = step.change { text.actionType } else { "" } }

    fileprivate func timed(_ at: Moment) -> TrialStep {
        TrialStep(
            step: Step(seq: step.seq, at: at, change: step.change, from: step.from, cause: step.cause),
            values: values.map { GeneratedValue(seq: $0.seq, at: at, name: $0.name, value: $0.value) })
    }
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

extension ExploreRule: CustomStringConvertible {
    /// After "the": see `ExploreText`.
    package var description: String {
        switch self {
        case .invariant(let name): "the invariant \"\(name)\" is broken"
        case .condition(let text): text
        case .trap(let signal): "the reducer crashes (\(signal.name))"
        case .notDeterministic: "the reducer is not deterministic"
        case .coding: "the state does not survive its coding"
        }
    }
}
