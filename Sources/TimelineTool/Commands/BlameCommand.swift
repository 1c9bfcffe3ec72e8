internal import ArgumentParser
internal import TimelineDebugger
internal import TimelineKit
internal import TimelineReplay

struct BlameCommand: CallsProgram, HasResult {
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

            \(DeterminismCheck.help)

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

    @OptionGroup var several: SeveralTimelines

    @Option(parsing: .unconditional, help: ArgumentHelp("List only the last step up to this position.", valueName: "p"))
    var at: String?

    @OptionGroup var positions: RangeOptions

    @OptionGroup var fresh: FreshOption
    @OptionGroup var json: JSONOption
    @OptionGroup var program: ProgramOption

    func validate() throws {
        if at != nil, positions.to != nil { throw ValidationError("--at names the last position: omit --to.") }
    }

    func run() throws {
        // The path is the last argument.
        var files = [journal.path, path] + several.others
        let path = try ExpressionArguments.path(files.removeLast())
        if several.count || files.count > 1 {
            return try several.ask("blame", files, "change", json) {
                (try? JSON(parsing: $0))?.object?["changes"]?.array?.count ?? 0
            }
        }
        // The last change may be near: no more is read than it takes to find it.
        let journal: Journal = at != nil && !fresh.isOn ? try journal.openForSeeking() : try journal.open()
        let range = try positions.range(in: journal, at: at, listsSteps: true)
        let check = DeterminismCheck(
            argument: self.journal, question: "which steps changed \(path)", isJSON: json.isOn
        ) { DeterminismCheck.advice(at == nil ? "--to" : "--at", after: $0, first: range.lowerBound) }
        try program.answer(for: journal, fresh: fresh.isOn) { states, program in
            try blame(states, path, range) {
                guard let program else { return }
                try check.require(program, journal, fresh: fresh.isOn, on: $0, path.differingPaths)
            }
        }
    }

    private func blame<Source: StateSource>(
        _ states: Source, _ path: StatePath, _ range: ClosedRange<Int>, check: (ClosedRange<Int>) throws -> Void
    ) throws {
        if at == nil { try check(range) }
        // All recorded states are read before the first change is printed, as one may be missing.
        let stretch = states is RecordedStates ? .max : PathHistory<Source>.stretchLimit
        var history = PathHistory(states, path, in: range)
        var text = BlameText(
            path: path, at: at == nil ? nil : range.upperBound, isJSON: json.isOn,
            sites: SiteText(history.source.journal))
        var bar = ProgressBar("Replaying")
        defer { bar.finish() }
        var last: PathChange?
        try history.visitBackwards(stretch: at == nil ? stretch : 1) {
            bar.update($0, of: range.count)
        } _: { change in
            bar.finish()
            if at != nil { last = change } else { text.print(change) }
            return at == nil
        }
        bar.finish()
        if at != nil {
            // The answer depends on the states since the one before the change.
            try check((last.map { $0.steps.lowerBound - 1 } ?? range.lowerBound)...range.upperBound)
            if let last { text.print(last) }
        }
        let status = text.finish(history)
        if status != .done { throw ToolError(status) }
    }
}
