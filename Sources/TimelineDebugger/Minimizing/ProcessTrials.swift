package import TimelineKit

/// In processes of their own, so that a trap ends only a trial.
package final class ProcessTrials: RuleTrials {
    /// In which a step must be reduced; 0 for no limit.
    package var seconds = 10
    package let worker: TrialWorker
    package var learned: LearnedConditions? { worker.learned }
    private let rule: Rule?
    /// Judges the last state alone, in place of the rule.
    private let last: (any StatePredicate<JSONText>)?
    /// Hashes have another seed in each. Two may agree by chance.
    private let others: [TrialWorker]
    /// Of the crash of the first run, where it is known.
    private var found: Int??
    package var place: Int? { found ?? nil }

    /// - Parameter place: Of the crash; of that of the first run if it is nil.
    package init(
        _ rule: Rule?, _ worker: TrialWorker, others: [TrialWorker] = [], last: (any StatePredicate<JSONText>)? = nil,
        place: Int?? = nil
    ) { (self.rule, self.worker, self.others, self.last, found) = (rule, worker, others, last, place) }

    package convenience init(_ rule: Rule, _ run: TrialRun, _ learned: LearnedConditions?) {
        let others = (0..<(rule == .notDeterministic ? 3 : 0)).map { _ in TrialWorker(run, TrialSetup(rule)) }
        self.init(rule, TrialWorker(run, TrialSetup(rule)), others: others)
        worker.learned = learned
    }

    /// The same in other processes.
    package func again(with worker: TrialWorker) -> ProcessTrials {
        ProcessTrials(rule, worker, last: last, place: found)
    }

    package func outcome(
        _ task: TrialTask, _ steps: [TrialStep], within conditions: Set<RunCondition>?
    ) throws -> TrialOutcome {
        try worker.outcome(task, steps, within: conditions, seconds: seconds)
    }

    /// Only the crash of the first run is bad, not another one.
    package func judge(_ steps: [TrialStep], within conditions: Set<RunCondition>?) throws -> DeltaDebugging.Answer? {
        let answer = try answer(steps, conditions)
        // After a bad run, only parts of its steps are tried.
        if case .bad(let last)? = answer { worker.keep(steps[..<(last + 1)]) }
        return answer
    }

    private func answer(_ steps: [TrialStep], _ conditions: Set<RunCondition>?) throws -> DeltaDebugging.Answer? {
        if rule == .notDeterministic || last != nil {
            if try isImpossible(steps, within: conditions) { return .good }
            // Twice in one process: a global may have changed.
            guard let last else {
                return try Self.disagreement(
                    steps,
                    ([worker, worker] + others).map { worker in
                        { try worker.outcome(.complete, steps, seconds: self.seconds) }
                    })
            }
            let outcome = try outcome(.complete, steps)
            guard case .completed(_, let state) = outcome else { return try outcome.answer(rule) }
            let verdict =
                try steps.last.map { try last.verdict(on: state, after: $0.step.seq) } ?? last.verdict(on: state)
            return .init(verdict, at: steps.count - 1)
        }
        let outcome = try outcome(.judge, steps, within: conditions)
        let answer = try outcome.answer(rule, place: place)
        if case .bad? = answer, case .crashed(_, _, let place) = outcome, found == nil { found = .some(place) }
        return answer
    }
}
