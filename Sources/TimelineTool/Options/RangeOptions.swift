internal import ArgumentParser
internal import TimelineKit
internal import TimelineReplay

struct RangeOptions: ParsableArguments {
    @Option(
        parsing: .unconditional,
        help: ArgumentHelp("The first position. (default: the first of the timeline)", valueName: "p"))
    var from: String?

    @Option(parsing: .unconditional, help: ArgumentHelp("The last position. (default: end)", valueName: "p"))
    var to: String?

    var isEmpty: Bool { from == nil && to == nil }

    /// - Parameters:
    ///   - at: The last position, from an option of its own.
    ///   - listsSteps: The range is of steps and not of positions, so that `--from -10` means the last ten.
    func range(
        in journal: Journal, end: Int? = nil, at: String? = nil, listsSteps: Bool = false
    ) throws -> ClosedRange<Int> {
        let end = end ?? journal.end
        let first =
            try from.map {
                // A step whose reducer never returned has no state to begin with.
                let last = listsSteps ? end : journal.end
                return try PositionArguments.first($0, in: journal, end: last, listsSteps: listsSteps)
            }
            ?? journal.first
        let last = try (at ?? to).map { try PositionArguments.resolve($0, in: journal, upTo: end) } ?? end
        if first <= last { return first...last }
        throw ToolError(.usage, "--from is step \(first), which is after \(at == nil ? "--to" : "--at"), step \(last)")
    }
}
