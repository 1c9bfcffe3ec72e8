internal import TimelineKit
internal import TimelineReplay

struct LogReport {
    let arguments: [String]
    var range: ClosedRange<Int>
    let selection: StepSelection
    var matches: LogFilter.Matches

    init(arguments: [String], range: ClosedRange<Int>, _ selection: StepSelection) {
        (self.arguments, self.range, self.selection) = (arguments, range, selection)
        matches = LogFilter.Matches(unseen: selection.condition.map { UnseenPaths($0) })
    }

    mutating func add(_ other: LogFilter.Matches) {
        matches.count += other.count
        matches.changes += other.changes
        if let unseen = other.unseen { matches.unseen?.add(unseen) }
    }

    func finish() throws(ToolError) {
        let ambiguous =
            selection.changes.map { $0.ambiguous + $0.steps.ranges.reduce(0) { $0 + $1.count } - matches.changes } ?? 0
        let known = selection.unknown.isEmpty ? "" : "known "
        let unseen = [("action", matches.unseen?.paths ?? []), ("\(known)state", selection.unseenPaths)]
            .filter { !$0.1.isEmpty }.map { what, paths in (what: what, paths: paths.joined(separator: " or ")) }
        for note in selection.notes { StandardError.write(note) }
        if ambiguous > 0 {
            StandardError.write("Warning: \(Layout.count(ambiguous, "change")) of the values came from unknown steps")
        }
        if matches.count == 0, !arguments.isEmpty {
            let isSure = ambiguous == 0 && known.isEmpty
            let reasons = unseen.map { "no \($0.what) there has \($0.paths)" }
            throw ToolError(
                isSure ? .negative : .cannotTell,
                "no step from \(range.lowerBound) to \(range.upperBound) \(isSure ? "matches" : "is known to match") "
                    + arguments.joined(separator: ", ")
                    + (reasons.isEmpty ? "" : ": \(reasons.joined(separator: ", and "))"))
        }
        for (what, paths) in unseen {
            StandardError.write(
                "Warning: no \(what) from step \(range.lowerBound) to \(range.upperBound) has \(paths)")
        }
    }
}
