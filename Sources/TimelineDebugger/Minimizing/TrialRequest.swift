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
        var ranges: [Range<Int>] = []
        var actions: [Int: JSONText] = [:]
        for step in steps {
            let end = ranges.last?.upperBound ?? 0
            guard let index = indexes[step.step.seq], index >= end else { return nil }
            if step != common[index] {
                guard case .action(let text) = step.step.change,
                    common[index].changed(step.step.change) == step
                else { return nil }
                actions[index] = text
            }
            if index == end, !ranges.isEmpty {
                ranges[ranges.count - 1] = ranges[ranges.count - 1].lowerBound..<index + 1
            } else {
                ranges.append(index..<index + 1)
            }
        }
        (self.ranges, self.actions) = (ranges, actions)
    }
}
