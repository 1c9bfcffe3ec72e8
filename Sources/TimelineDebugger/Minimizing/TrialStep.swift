package import TimelineKit

/// A step of a run that is tried again. Its action is text: a program's decoder may trap on an action that no app dispatched.
package struct TrialStep: Equatable, Sendable {
    package private(set) var step: Step
    package var values: [GeneratedValue]
    /// The steps whose work was canceled after it, by number.
    package var canceled: [Int] = []

    package init(step: Step, values: [GeneratedValue] = []) { (self.step, self.values) = (step, values) }

    package func changed(_ action: JSON) -> TrialStep { changed(.action(JSONText(action))) }

    func changed(_ change: Step.Change) -> TrialStep {
        var changed = self
        changed.step = step.changed(change)
        return changed
    }
}

extension Step {
    func changed(_ change: Change, hidesSite: Bool = false) -> Step {
        Step(seq: seq, at: at, change: change, from: from, cause: cause, site: hidesSite ? nil : site)
    }
}
