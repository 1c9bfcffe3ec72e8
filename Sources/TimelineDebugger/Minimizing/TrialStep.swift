package import TimelineKit

/// A step of a run that is tried again. Its action is text: a program's decoder may trap on an action that no app dispatched.
package struct TrialStep: Equatable, Sendable {
    package private(set) var step: Step
    package var values: [GeneratedValue] = []
    /// The steps whose work was canceled after it, by number.
    package var canceled: [Int] = []

    package func changed(_ action: JSON) -> TrialStep { changed(.action(JSONText(action))) }

    func changed(_ change: Step.Change) -> TrialStep {
        var changed = self
        changed.step = step.changed(change)
        return changed
    }

    /// With its values, at another place of a run, or of another run.
    func moved(to seq: Int, at: Moment, cause: Int?) -> TrialStep {
        TrialStep(
            step: Step(seq: seq, at: at, change: step.change, from: step.from, cause: cause),
            values: values.map { GeneratedValue(seq: seq, at: at, name: $0.name, value: $0.value) })
    }
}

extension Step {
    func changed(_ change: Change, hidesSite: Bool = false) -> Step {
        Step(seq: seq, at: at, change: change, from: from, cause: cause, site: hidesSite ? nil : site)
    }
}
