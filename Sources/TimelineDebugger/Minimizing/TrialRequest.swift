internal import TimelineJSON
internal import TimelineJournal

/// A run to try, as its process receives it:
///
///     {"task":"judge","number":12,"seconds":3,"steps":[[0,4],[7,9]],"actions":[[8,{"add":{"amount":0}}]]}
///
/// Both processes have the same steps. The run has those of some ranges, a few of them with other actions.
struct TrialRequest {
    /// What the process does with the run.
    enum Task: String {
        /// Judges the first state.
        case first
        /// Reduces the steps, and judges the state after each, up to the first bad one.
        case judge
        /// Reduces the steps, and returns the last state.
        case state
        /// Reduces the steps, and returns the values that their reducers got and the last state.
        case complete
    }

    let task: Task
    /// The answer repeats it.
    let number: Int
    /// The time after which the process ends itself.
    let seconds: Int
    /// Indices of the common steps, in order.
    let ranges: [Range<Int>]
    /// The actions of common steps, by their indices.
    let actions: [Int: JSON]

    /// - Parameters:
    ///   - steps: The run.
    ///   - common: The steps that the process has.
    ///   - indexes: Their indices by their numbers.
    /// - Returns: nil if the run has another step.
    init?(_ task: Task, number: Int, seconds: Int, _ steps: [TrialStep], of common: [TrialStep], indexes: [Int: Int]) {
        self.task = task
        self.number = number
        self.seconds = seconds
        var ranges: [Range<Int>] = []
        var actions: [Int: JSON] = [:]
        for step in steps {
            let end = ranges.last?.upperBound ?? 0
            guard let index = indexes[step.step.seq], index >= end else { return nil }
            if step != common[index] {
                guard case .action(let text) = step.step.change,
                    TrialStep(step: common[index].step.changed(step.step.change), values: common[index].values) == step
                else { return nil }
                actions[index] = text.value
            }
            if index == end, !ranges.isEmpty {
                ranges[ranges.count - 1] = ranges[ranges.count - 1].lowerBound..<index + 1
            } else {
                ranges.append(index..<index + 1)
            }
        }
        self.ranges = ranges
        self.actions = actions
    }

    // MARK: - Between processes

    var message: [UInt8] {
        JSON.members([
            "task": .string(task.rawValue), "number": .int(number), "seconds": .int(seconds),
            "steps": .array(ranges.map { [.int($0.lowerBound), .int($0.upperBound)] }),
            "actions": .array(actions.sorted { $0.key < $1.key }.map { [.int($0.key), $0.value] }),
        ]).text
    }

    /// - Parameter count: The number of common steps.
    init?(parsing message: [UInt8], count: Int) {
        guard let object = (try? JSON(parsing: message))?.object,
            let task = object["task"]?.string.flatMap(Task.init), let number = object["number"]?.int,
            let seconds = object["seconds"]?.int,
            let ranges = object["steps"]?.array, let actions = object["actions"]?.array
        else { return nil }
        self.task = task
        self.number = number
        self.seconds = seconds
        var found: [Range<Int>] = []
        for range in ranges {
            guard let bounds = range.array?.compactMap(\.int), bounds.count == 2, 0 <= bounds[0],
                bounds[0] < bounds[1], bounds[1] <= count
            else { return nil }
            found.append(bounds[0]..<bounds[1])
        }
        self.ranges = found
        var changed: [Int: JSON] = [:]
        for action in actions {
            guard let pair = action.array, pair.count == 2, let index = pair[0].int else { return nil }
            changed[index] = pair[1]
        }
        self.actions = changed
    }
}
