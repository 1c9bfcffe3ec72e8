import TimelineKit

/// What the simulation says of a run.
package struct LabVerdict: Equatable, Sendable {
    /// The first step that cannot happen, and why: `step 2: control not enabled`.
    package var impossibility: String?
    package var broken: LabRule?
    /// The bugs without which the rule does not break, or breaks later.
    package var bugs: [LabBug] = []

    /// Of a run that can happen and breaks no rule.
    package init() {}

    package var isPossible: Bool { impossibility == nil }
}

extension LabProgram {
    func judge(_ actions: [Action], isAsked: (LabRule) -> Bool) -> LabVerdict {
        var verdict = LabVerdict()
        verdict.impossibility = impossibility(of: actions)
        guard let failure = failure(of: actions, isAsked) else { return verdict }
        verdict.broken = failure.rule
        verdict.bugs = LabBug.allCases.filter { bug in
            let repaired = Self(bugs: Set(LabBug.allCases).subtracting([bug]))
            guard let other = repaired.failure(of: actions, isAsked), other.rule == failure.rule,
                other.step <= failure.step
            else { return true }
            // The repaired app may not offer one of these actions.
            return verdict.isPossible && repaired.impossibility(of: Array(actions.prefix(failure.step))) != nil
        }
        return verdict
    }

    private func failure(of actions: [Action], _ isAsked: (LabRule) -> Bool) -> (rule: LabRule, step: Int)? {
        var state = initialState
        for (index, action) in actions.enumerated() {
            let note = step(action, from: state)
            if let rule = note.broken, rule.isTrap { return isAsked(rule) ? (rule, index + 1) : nil }
            state = note.state
            let rules = invariants.filter { !$0.holds(state) }.map { LabRule.invariant($0.name) }
            if let rule = rules.first(where: isAsked) { return (rule, index + 1) }
        }
        return nil
    }

    private func impossibility(of actions: [Action]) -> String? {
        var state = initialState
        // Several jobs may have sent a result, and what happens later tells which one did.
        var environments = [LabEnvironment<Action>()]
        var hasEnded = false
        for (index, action) in actions.enumerated() {
            if hasEnded { return "step \(index + 1): the app has ended" }
            if isResult(action) {
                let next = environments.flatMap { environment in
                    environment.jobs.indices.compactMap { environment.sending(action, at: $0) }
                }
                if next.isEmpty { return "step \(index + 1): \(environments[0].obstacle(to: action))" }
                environments = next.count > 1 ? Array(Set(next)) : next
            } else if !allows(action, in: state) {
                return "step \(index + 1): control not enabled"
            }
            let (after, broken) = step(action, from: state)
            hasEnded = broken?.isTrap == true
            let effects = effects(of: action, from: state, to: after)
            // Jobs with the same results are one to the judge, whatever started them.
            for index in environments.indices { environments[index].apply(effects, step: 0) }
            state = after
        }
        return nil
    }
}
