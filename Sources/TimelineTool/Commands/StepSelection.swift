internal import TimelineDebugger
internal import TimelineKit
internal import TimelineReplay

struct StepSelection: Sendable {
    var condition: JSONCondition?
    var origin: String?
    var slow: RangeSet<Int>?
    var states: RangeSet<Int>?
    var changes: PathSteps?
    /// The positions whose states are unknown, what to tell of the others, and the paths that none of them has.
    var unknown = RangeSet<Int>()
    var notes: [String] = []
    var unseenPaths: [String] = []

    struct PathSteps: Sendable {
        let steps: RangeSet<Int>
        /// The number of changes that came from several steps, between which the states are unknown.
        let ambiguous: Int
        let header: Header

        func contains(_ step: Step) -> Bool { steps.contains(step.seq) && step.isReplayable(in: header) }
    }

    private var isOfSteps: Bool { slow != nil || !isOfTimesAlone }

    func contains(_ line: Line, _ unseen: inout UnseenPaths?) throws(JSONPathError) -> Bool {
        if case .took(let took) = line { return slow?.contains(took.seq) == true && isOfTimesAlone }
        guard isOfSteps else { return true }
        guard case .step(let step) = line, matches(step) else { return false }
        guard let condition else { return true }
        guard case .action(let text) = step.change else { return false }
        let action = text.value
        unseen?.evaluate(in: action)
        return try condition.holds(for: action)
    }

    private var isOfTimesAlone: Bool { condition == nil && origin == nil && states == nil && changes == nil }

    private func matches(_ step: Step) -> Bool {
        if let slow, !slow.contains(step.seq) { return false }
        if let origin, step.from != origin { return false }
        if let states, !states.contains(step.seq) { return false }
        return changes?.contains(step) ?? true
    }

    func mayContain(_ line: LineOutline) -> Bool {
        guard isOfSteps else { return true }
        switch line.kind {
        case .action: break
        case .opaque, .set: if condition != nil, changes == nil { return false }
        case .took: return isOfTimesAlone
        default: return false
        }
        if let slow, !slow.contains(line.seq) { return false }
        return changes?.steps.contains(line.seq) ?? states?.contains(line.seq) ?? true
    }
}
