internal import TimelineKit
internal import TimelineReplay

struct LogReport {
    let arguments: [String]
    var range: ClosedRange<Int>
    var states: LogCommand.SelectedSteps?
    var matches = LogFilter.Matches()

    mutating func add(_ other: LogFilter.Matches) {
        matches.count += other.count
        matches.changes += other.changes
        if let unseen = other.unseen { matches.unseen?.add(unseen) }
    }

    func finish() throws(ToolError) {
        let ambiguous =
            states?.changes.map { $0.ambiguous + $0.steps.ranges.reduce(0) { $0 + $1.count } - matches.changes } ?? 0
        let unseenActions = matches.unseen.flatMap { $0.paths.isEmpty ? nil : Self.list($0.paths) }
        let unseenStates = states.flatMap { $0.unseenPaths.isEmpty ? nil : Self.list($0.unseenPaths) }
        let steps = "from step \(range.lowerBound) to \(range.upperBound)"
        let known = states?.unknown.isEmpty == false ? "known " : ""
        for note in states?.notes ?? [] { StandardError.write(note) }
        if ambiguous > 0 {
            StandardError.write("Warning: \(Layout.count(ambiguous, "change")) of the values came from unknown steps")
        }
        if matches.count == 0, !arguments.isEmpty {
            let isSure = ambiguous == 0 && known.isEmpty
            let reasons = [
                unseenActions.map { "no action there has \($0)" },
                unseenStates.map { "no \(known)state there has \($0)" },
            ].compactMap(\.self)
            throw ToolError(
                isSure ? .negative : .cannotTell,
                "no step from \(range.lowerBound) to \(range.upperBound) \(isSure ? "matches" : "is known to match") "
                    + arguments.joined(separator: ", ")
                    + (reasons.isEmpty ? "" : ": \(reasons.joined(separator: ", and "))"))
        }
        if let unseenActions { StandardError.write("Warning: no action \(steps) has \(unseenActions)") }
        if let unseenStates { StandardError.write("Warning: no \(known)state \(steps) has \(unseenStates)") }
    }

    private static func list(_ paths: [String]) -> String { paths.joined(separator: " or ") }
}
