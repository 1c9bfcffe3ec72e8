package import TimelineJSON
package import TimelineJournal

/// A step of a run that is tried again. Its action is text: a program's decoder may trap on an action that no app dispatched.
package struct TrialStep: Equatable, Sendable {
    package let step: Step
    package let values: [GeneratedValue]

    package init(step: Step, values: [GeneratedValue] = []) { (self.step, self.values) = (step, values) }

    package func changed(_ action: JSON) -> TrialStep {
        TrialStep(step: step.changed(.action(JSONText(action))), values: values)
    }
}

extension Step {
    func changed(_ change: Change, hidesSite: Bool = false) -> Step {
        Step(seq: seq, at: at, change: change, from: from, cause: cause, site: hidesSite ? nil : site)
    }
}
