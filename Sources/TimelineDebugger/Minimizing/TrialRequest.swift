internal import TimelineKit

struct TrialRequest: Codable {
    let task: TrialTask
    let ranges: [Range<Int>]
    /// By the indices of common steps.
    let actions: [Int: JSONText]
    var conditions: Set<RunCondition>?
    /// Sent once to each process.
    var learned: LearnedConditions?

    init?(_ task: TrialTask, _ steps: [TrialStep], of common: [TrialStep], indexes: [Int: Int]) {
        self.task = task
        var indices = RangeSet<Int>()
        var actions: [Int: JSONText] = [:]
        for step in steps {
            let end = indices.ranges.last?.upperBound ?? 0
            guard let index = indexes[step.step.seq], index >= end else { return nil }
            if step != common[index] {
                guard case .action(let text) = step.step.change,
                    common[index].changed(step.step.change) == step
                else { return nil }
                actions[index] = text
            }
            indices.insert(contentsOf: index..<index + 1)
        }
        (ranges, self.actions) = (Array(indices.ranges), actions)
    }
}
