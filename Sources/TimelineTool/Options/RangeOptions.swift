internal import ArgumentParser
internal import TimelineJournal

struct RangeOptions: ParsableArguments {
    @Option(help: ArgumentHelp("The first position. (default: the first of the timeline)", valueName: "p"))
    var from: String?

    @Option(help: ArgumentHelp("The last position. (default: end)", valueName: "p"))
    var to: String?

    func range(
        in journal: any ReplayableJournal, end: Int? = nil, listsSteps: Bool = false
    ) throws -> ClosedRange<Int> {
        try PositionArguments.range(
            from: from, to: to, in: journal, end: end ?? journal.end, listsSteps: listsSteps)
    }
}
