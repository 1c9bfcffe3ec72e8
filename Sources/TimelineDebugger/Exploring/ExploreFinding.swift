internal import TimelineJSON
internal import TimelineJournal
package import TimelineKit
internal import TimelineSystem

/// A bug: the shortest run that shows it, which was run again.
package struct ExploreFinding {
    /// Of one trial at most: a run with few steps takes some hundred.
    private static let probeLimit = 3_000

    package let key: ExploreKey
    /// Numbered as in the timeline.
    package let steps: [TrialStep]
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
        guard case .bad(let last)? = try trial.judge(run.steps, onlyPossible: false), last >= 0 else { return nil }
        let all = Array(run.steps[..<(last + 1)])
        var probes = 0
        func minimized(_ steps: [TrialStep], onlyPossible: Bool, changesActions: Minimizer.Change) throws -> [TrialStep]
        {
            var minimizer = Minimizer(
                // Replays may differ long before the last action.
                steps, endsInAnyAction: rule == .notDeterministic,
                state: changesActions == .all ? nil : { try trial.complete($0)?.state.value }
            ) {
                probes += 1
                return probes > Self.probeLimit || isOver()
            } judge: { candidate in
                try trial.judge(candidate, onlyPossible: onlyPossible)
            }
            _ = try minimizer.minimize(changesActions: changesActions)
            return minimizer.steps
        }
        var steps = all
        if !failure.run.isPossible(steps, corpus) {
            steps = try minimized(steps, onlyPossible: false, changesActions: .none)
        }
        var canHappen = false
        if failure.run.isPossible(steps, corpus), case .bad? = try trial.judge(steps, onlyPossible: true) {
            canHappen = true
        }
        steps = try minimized(steps, onlyPossible: canHappen, changesActions: canHappen ? .counts : .all)
        let foundTypes = steps.map(\.type)
        steps = try Self.arranged(steps, judge: { try trial.judge($0, onlyPossible: canHappen) })
        isMinimal = probes <= Self.probeLimit && !isOver()
        key = ExploreKey(rule: rule, types: steps.map(\.type), isPossible: canHappen, foundTypes: foundTypes)
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
        guard case .bad(let end)? = try trials(again).judge(again.steps, onlyPossible: canHappen),
            end == again.steps.count - 1
        else { return nil }
    }
}

extension ExploreFinding {
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
    /// All actions of users are recorded ones, and no result comes more often than it was caused. What was asked otherwise than recorded was
    /// not answered in a recording.
    fileprivate func isPossible<P: Program>(_ steps: [TrialStep], _ corpus: Corpus<P>) -> Bool {
        var results: Set<[Int]> = []
        return steps.allSatisfy { step in
            let item = items[step.step.seq - 1]
            if corpus.causes[item.step] != nil {
                return results.insert([item.step, item.cause ?? -1]).inserted
                    && item.cause.map { items[$0].action == nil } == true
            }
            guard case .action(let text) = step.step.change else { return false }
            return corpus.isRecorded(text)
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
