internal import ArgumentParser
internal import TimelineDebugger
internal import TimelineJSON
internal import TimelineJournal
internal import TimelineKit

struct BisectCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "bisect",
        abstract: "Find the step that turned the state bad.",
        usage: "timeline bisect <file> [<options>]",
        discussion: """
            \(PredicateOptions.help) Without --bad, --invariant and --run you judge the states, as in git bisect.

            Both ends are judged before the search. Exits with 1 if no step turned the state bad, and with 2 for \
            can't tell, which includes a replay that disagrees with a recorded state: no step is blamed for that. \
            With --repeat, a state that is judged differently from one time to the next ends the search, with 2. \
            --fresh judges the states that the present program makes, to see whether a bug is fixed.

            \(EditOptions.help)

            EXAMPLES:
              timeline bisect run.jsonl --bad '$.comments.unread < 0'
                the step after which unread is below zero
              timeline bisect run.jsonl --invariant 'unread is never negative'
                the step that broke an invariant of the program
              timeline bisect run.jsonl --run 'jq -e ".comments.unread >= 0"'
                the same, judged by a command
              timeline bisect run.jsonl --bad '$.comments.unread < 0' --first
                judge every state, in case it was bad more than once
              timeline bisect run.jsonl --bad '$.comments.unread < 0' --fresh
                whether the present program still turns it bad, and where
              timeline bisect run.jsonl --bad '$.comments.unread < 0' --skip 25
                whether it would have turned bad without step 25
            """)

    @OptionGroup var journal: JournalArgument

    @OptionGroup var predicates: PredicateOptions

    @Option(help: ArgumentHelp("A position known to be good. (default: the first)", valueName: "p"))
    var good: String?

    @Option(help: ArgumentHelp("A position known to be bad. (default: end)", valueName: "p"))
    var badAt: String?

    @Flag(help: "Judge the states in order, up to the first bad one.")
    var first = false

    @Flag(help: "Judge every state, and list all bad ones.")
    var all = false

    @OptionGroup var fresh: FreshOption

    @Flag(help: "Show all changes and whole values.")
    var full = false

    @OptionGroup var edits: EditOptions
    @OptionGroup var json: JSONOption
    @OptionGroup var program: ProgramOption

    func validate() throws {
        if predicates.given.isEmpty, first || all {
            throw ValidationError("\(first ? "--first" : "--all") requires --bad, --invariant or --run.")
        }
    }

    private var isAsking: Bool { predicates.given.isEmpty }

    func run() throws {
        try predicates.checkExpression()
        if isAsking, !StandardError.canAsk || json.isOn {
            throw ToolError(
                .usage, "\(json.isOn ? "--json asks no questions" : "Not a terminal"): pass --bad, --invariant or --run"
            )
        }
        if let edited = try edits.apply(to: journal, program) { return try search(edited) }
        // Where all steps are replayed, opening the whole timeline allows lines to be decoded ahead.
        let journal: any ReplayableJournal =
            first || all || fresh.isOn ? try journal.open() : try journal.openForSeeking()
        try search(journal, try range(in: journal))
    }

    private func range(in journal: any ReplayableJournal) throws -> ClosedRange<Int> {
        let low = try good.map { try PositionArguments.resolve($0, in: journal) } ?? journal.first
        let high = try badAt.map { try PositionArguments.resolve($0, in: journal) } ?? journal.end
        guard low < high else {
            throw ToolError(
                journal.end == journal.first ? .negative : .usage,
                journal.end == journal.first
                    ? "\(journal.name) has no step to search: its only position is \(low)"
                    : "the good position, \(low), must be before the bad one, \(high)")
        }
        return low...high
    }

    private func search(_ edited: EditedJournal) throws {
        let range = try range(in: edited.journal)
        do {
            try search(edited.journal, range)
            try printRecorded(edited, range)
        } catch let error as ToolError where error.message.isEmpty {
            try printRecorded(edited, range)
            throw error
        }
    }

    private func printRecorded(_ edited: EditedJournal, _ range: ClosedRange<Int>) throws {
        let (low, high) = (edited.recordedPosition(range.lowerBound), edited.recordedPosition(range.upperBound))
        guard !json.isOn, !isAsking, low < high else { return }
        let program = try program.program(edited.recorded.header.program, for: edited.recorded.name)
        StandardOutput.print(try recordedOutcome(program, edited.recorded, low...high))
    }

    private func recordedOutcome<P: Program>(
        _ program: P, _ journal: Journal, _ range: ClosedRange<Int>
    ) throws -> String {
        var bisector = Bisector(ReplayedStates(TrapReport.watched(Replayer(program, journal))))
        let answer = try answer(&bisector, range.lowerBound, range.upperBound, try predicates.predicate(program))
        return "In the recording, " + BisectText.outcome(answer)
    }

    private func search(_ journal: any ReplayableJournal, _ range: ClosedRange<Int>) throws {
        try program.answer(for: journal, fresh: fresh.isOn) { states in
            try predicates.recordedPredicate().map { try search(states, range, $0) }
        } replayed: { program in
            try search(program, journal, range)
        }
    }

    private func search<P: Program>(
        _ program: P, _ journal: any ReplayableJournal, _ range: ClosedRange<Int>
    ) throws {
        let states = ReplayedStates(TrapReport.watched(Replayer(program, journal, fresh: fresh.isOn)))
        try search(states, range, try predicates.predicate(program))
    }

    private func search<Source: StateSource>(
        _ states: Source, _ range: ClosedRange<Int>, _ predicate: (any StatePredicate<Source.State>)?
    ) throws {
        var bisector = Bisector(states)
        let answer: BisectAnswer
        do {
            answer = try self.answer(&bisector, range.lowerBound, range.upperBound, predicate)
        } catch let contradiction as ContradictionError {
            throw ContradictionText(contradiction).error(
                "which step turned the state bad", prints: json.isOn)
        }
        let report = BisectText(
            journal: states.journal, file: edits.output.path ?? journal.file, edits: edits.arguments,
            reason: predicates.reason,
            mode: all ? .all : first ? .first : .search,
            isFull: full, unseenPaths: predicate?.unseenPaths ?? [], skipped: bisector.source.skipped)
        StandardOutput.print(json.isOn ? report.json(answer).description : report.text(answer))
        switch answer {
        case .found: return
        case .goodAtBadEnd, .badAtGoodEnd: throw ToolError(.negative)
        case .cannotTell, .cannotJudge, .diverged: throw ToolError(.cannotTell)
        }
    }

    private func answer<Source: StateSource>(
        _ bisector: inout Bisector<Source>, _ low: Int, _ high: Int, _ predicate: (any StatePredicate<Source.State>)?
    ) throws -> BisectAnswer {
        guard let predicate else {
            do {
                return try bisector.search(
                    good: low, bad: high, asking: { try BisectPrompt.reply(to: $0, isFull: full) })
            } catch is BisectPrompt.QuitError {
                throw ToolError(.cannotTell, "the search was aborted")
            }
        }
        var bar = ProgressBar("Searching")
        defer { bar.finish() }
        guard first || all else {
            let total = Bisection(good: low, bad: high).remaining
            return try bisector.search(good: low, bad: high, predicate) { bar.update(total - $1, of: total) }
        }
        return try bisector.scan(good: low, bad: high, all: all, predicate) { bar.update($0 - low, of: high - low) }
    }
}
