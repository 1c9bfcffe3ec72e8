package import TimelineKit

package protocol RuleTrials {
    /// For labels and limits.
    var learned: LearnedConditions? { get }

    /// nil if an action cannot be decoded.
    ///
    /// - Parameter conditions: The circumstances that the run may have and no recording has; nil for any run.
    func judge(_ steps: [TrialStep], within conditions: Set<RunCondition>?) throws -> DeltaDebugging.Answer?

    /// Of the crash that is looked for, where it is known.
    var place: Int? { get }

    /// Of a task that needs no rule.
    func outcome(
        _ task: TrialTask, _ steps: [TrialStep], within conditions: Set<RunCondition>?
    ) throws -> TrialOutcome
}

package enum TrialTask: String, Codable, Sendable {
    case judge
    /// Whether the app may be able to do it.
    case label
    /// What it shows of when its actions come, which limits the runs that are judged later.
    case learn
    case hash
    /// The values that reducers generated, and the last state.
    case complete
}

extension RuleTrials {
    package func outcome(_ task: TrialTask, _ steps: [TrialStep]) throws -> TrialOutcome {
        try outcome(task, steps, within: nil)
    }

    /// Whether an action or a circumstance of the run is none that it may have, where no state tells more.
    func isImpossible(_ steps: [TrialStep], within conditions: Set<RunCondition>?) throws -> Bool {
        guard conditions != nil else { return false }
        if case .judged(.good, last: -1, _) = try outcome(.judge, steps, within: conditions) { return true }
        return false
    }

    /// nil if it is not known.
    package func label(_ steps: [TrialStep]) throws -> RunLabel? {
        if case .labeled(let label) = try outcome(.label, steps) { label } else { nil }
    }

    /// The steps with the values that their reducers generated, and the last state; nil if that is unknown, such as after a trap.
    package func complete(_ steps: [TrialStep]) throws -> (steps: [TrialStep], state: JSONText)? {
        try outcome(.complete, steps).completed(steps)
    }

    /// A run as a timeline; nil if a state is unknown that it needs.
    func timeline(
        of run: TrialRun, _ steps: [TrialStep], for rule: Rule, isExplored: Bool = false
    ) throws -> MinimizedTimeline? {
        var completed = try rule.signal == nil ? complete(steps) : nil
        let lacksLast = completed == nil
        // The last step has no state, or none that can be encoded.
        if lacksLast, rule.signal != nil || rule == .coding { completed = try complete(Array(steps.dropLast())) }
        return completed.map { completed in
            MinimizedTimeline(
                run, completed.steps + steps.suffix(lacksLast ? 1 : 0), last: lacksLast ? nil : completed.state,
                signal: rule.signal, rule: isExplored ? rule.description : nil)
        }
    }

    package func state(after steps: [TrialStep]) throws -> JSON? { try complete(steps)?.state.value }

    /// Of the first state and of that after each step; nil if they are unknown.
    package func hashes(_ steps: [TrialStep]) throws -> [UInt64]? {
        if case .hashed(let hashes) = try outcome(.hash, steps) { hashes } else { nil }
    }

    /// Whether the first state and another differ, which the same actions gave. `replays` are those of processes.
    static func disagreement(
        _ steps: [TrialStep], _ replays: [() throws -> TrialOutcome]
    ) throws -> DeltaDebugging.Answer {
        var first: JSONText?
        for replay in replays {
            guard case .completed(_, let state) = try replay() else { return .cannotTell }
            if first == nil { first = state }
            if first != state { return .bad(last: steps.count - 1) }
        }
        return .good
    }
}
