internal import ArgumentParser
internal import Synchronization
internal import TimelineDebugger
internal import TimelineJSON
internal import TimelineJournal
internal import TimelineKit
internal import TimelineQuerying

struct BlameCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "blame",
        abstract: "List the steps that changed a value, newest first.",
        usage: "timeline blame <file> <path> [<options>]",
        discussion: """
            PATH is a JSONPath, which may select several values, or a JSON Pointer. A step is listed if the path selects other \
            values after it than before it; a value may also appear or disappear. With --at, only the last such step at or \
            before that position is listed, and no more steps are replayed than that needs. Where states are unknown, a \
            change is listed with the states between which it happened.

            Exits with 1 if no step changed the values, and with 2 if one may have but none is known to (with --at, if the \
            last is not known), or if replay disagrees with a recorded state. \(ProgramOption.freshHelp)

            EXAMPLES:
              timeline blame run.jsonl '$.comments.unread'
                the steps that changed the number of unread comments
              timeline blame run.jsonl /comments/unread --at 40
                the step that gave it the value that it has after step 40
              timeline blame run.jsonl '$..isNew' --from -20 --json
                what the last twenty steps changed in any member isNew
            """)

    @OptionGroup var journal: JournalArgument

    @Argument(help: ArgumentHelp("A JSONPath or JSON Pointer in the state.", valueName: "path"))
    var path: String

    @Option(help: ArgumentHelp("List only the last step up to this position.", valueName: "p"))
    var at: String?

    @Option(help: ArgumentHelp("The first position.", valueName: "p"))
    var from: String?

    @Option(help: ArgumentHelp("The last position.", valueName: "p"))
    var to: String?

    @OptionGroup var fresh: FreshOption
    @OptionGroup var json: JSONOption
    @OptionGroup var program: ProgramOption

    func validate() throws {
        if at != nil, to != nil { throw ValidationError("--at names the last position: omit --to.") }
    }

    /// The number of steps up to `--at` that are searched before the whole timeline is opened, which allows lines to be decoded
    /// ahead.
    private static let seekingLimit = 10_000

    func run() throws {
        let path = try ExpressionArguments.path(path)
        if at != nil, !fresh.isOn {
            let journal = try journal.openForSeeking()
            let range = try range(in: journal)
            let recent = max(range.lowerBound, range.upperBound - Self.seekingLimit)...range.upperBound
            if journal is Journal || recent == range { return try blame(path, journal, range) }
            if try blame(path, journal, recent, isPart: true) { return }
        }
        let journal = try journal.open()
        try blame(path, journal, try range(in: journal))
    }

    private func range(in journal: any ReplayableJournal) throws -> ClosedRange<Int> {
        try PositionArguments.range(
            from: from, to: at ?? to, in: journal, end: journal.end, option: at == nil ? "--to" : "--at")
    }

    private func blame(_ path: StatePath, _ journal: any ReplayableJournal, _ range: ClosedRange<Int>) throws {
        _ = try blame(path, journal, range, isPart: false)
    }

    /// Returns whether the answer was printed: with `isPart`, nothing is if no step is found.
    private func blame(
        _ path: StatePath, _ journal: any ReplayableJournal, _ range: ClosedRange<Int>, isPart: Bool
    ) throws -> Bool {
        try program.answer(for: journal, fresh: fresh.isOn) { states in
            // All states are read before the first change is printed, as one may be missing.
            let history = PathHistory(states, PathTracker<JSONText>(path), in: range)
            return try blame(path, history, range, stretch: .max, isPart: isPart)
        } replayed: { program in
            try blame(path, program, journal, range, isPart: isPart)
        }
    }

    private func blame<P: Program>(
        _ path: StatePath, _ program: P, _ journal: any ReplayableJournal, _ range: ClosedRange<Int>, isPart: Bool
    ) throws -> Bool {
        let states = ReplayedStates(TrapReport.watched(Replayer(program, journal, fresh: fresh.isOn)))
        let history = PathHistory(states, PathTracker<P.State>(path), in: range)
        return try blame(path, history, range, stretch: PathHistory<ReplayedStates<P>>.stretchLimit, isPart: isPart)
    }

    private func blame<Source: StateSource>(
        _ path: StatePath, _ history: PathHistory<Source>, _ range: ClosedRange<Int>, stretch: Int, isPart: Bool
    ) throws -> Bool {
        var history = history
        var text = BlameText(path, at: at == nil ? nil : range.upperBound, isJSON: json.isOn)
        var bar = ProgressBar("Replaying")
        var divergence: BisectDivergence?
        do {
            defer { bar.finish() }
            try history.visitBackwards(stretch: at == nil ? stretch : 1) {
                bar.update($0, of: range.count)
            } _: { change in
                bar.finish()
                text.print(change)
                return at == nil
            }
        } catch let error as BisectDivergence {
            divergence = error
        }
        if isPart, text.known + text.ambiguous == 0, divergence == nil { return false }
        let summary = BlameText.Summary(
            steps: history.steps, states: history.states, unknown: history.unknown, evidence: history.evidence,
            skipped: history.source.skipped, first: history.source.journal.first, unseenPaths: history.unseenPaths,
            divergence: divergence)
        text.print(summary)
        let status = text.status(summary)
        if status != .done { throw ToolError(status) }
        return true
    }
}
