internal import ArgumentParser
internal import TimelineDebugger
internal import TimelineJSON
internal import TimelineJournal
internal import TimelineKit

struct BisectCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "bisect",
        abstract: "Find the step that turned the state bad.",
        usage: """
            timeline bisect <file> (--bad <expr> | --invariant <name> | --run <cmd>)
                            [--good <p>] [--bad-at <p>] [--first] [--all]
                            [--fresh] [--full] [--json] [--program <path>]
                            [--recover <how>]
            timeline bisect <file> [--good <p>] [--bad-at <p>] [--fresh] [--full]
            """,
        discussion: """
            EXPR is a filter expression of RFC 9535 with $ as the state; a state is bad where EXPR is true. \
            \(ExpressionArguments.help)

            CMD reads the state from standard input and exits with 0 for good, 125 for can't tell, or 1 to 124 for bad; \
            any other status aborts the search. Without --bad, --invariant and --run you judge the states, as in git bisect.

            Both ends are judged before the search. Exits with 1 if no step turned the state bad, and with 2 for \
            can't tell, which includes a replay that disagrees with a recorded state: no step is blamed for that. \
            --fresh judges the states that the present program makes, to see whether a bug is fixed.

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
            """)

    @OptionGroup var journal: JournalArgument

    @Option(help: ArgumentHelp("A condition that is true for bad states.", valueName: "expr"))
    var bad: String?

    @Option(help: ArgumentHelp("An invariant of the program that bad states break.", valueName: "name"))
    var invariant: String?

    @Option(name: .customLong("run"), help: ArgumentHelp("A command that judges a state.", valueName: "cmd"))
    var command: String?

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

    @OptionGroup var json: JSONOption
    @OptionGroup var program: ProgramOption

    func validate() throws {
        let given = [("--bad", bad), ("--invariant", invariant), ("--run", command)].filter { $0.1 != nil }.map(\.0)
        if given.count > 1 { throw ValidationError("Pass only one of \(given.joined(separator: " and ")).") }
        if given.isEmpty, first || all {
            throw ValidationError("\(first ? "--first" : "--all") requires --bad, --invariant or --run.")
        }
    }

    private var isAsking: Bool { bad == nil && invariant == nil && command == nil }

    func run() throws {
        if let bad { _ = try ExpressionArguments.condition(bad) }
        if isAsking, !StandardError.canAsk || json.isOn {
            throw ToolError(
                .usage, "\(json.isOn ? "--json asks no questions" : "Not a terminal"): pass --bad, --invariant or --run"
            )
        }
        // Where all steps are replayed, opening the whole timeline allows lines to be decoded ahead.
        let journal: any ReplayableJournal =
            first || all || fresh.isOn ? try journal.open() : try journal.openForSeeking()
        let low = try good.map { try PositionArguments.resolve($0, in: journal) } ?? journal.first
        let high = try badAt.map { try PositionArguments.resolve($0, in: journal) } ?? journal.end
        guard low < high else {
            throw ToolError(
                journal.end == journal.first ? .negative : .usage,
                journal.end == journal.first
                    ? "\(journal.name) has no step to search: its only position is \(low)"
                    : "the good position, \(low), must be before the bad one, \(high)")
        }
        try search(journal, low...high)
    }

    private func search(_ journal: any ReplayableJournal, _ range: ClosedRange<Int>) throws {
        let name = journal.header.program
        // If all states are recorded, no program is needed.
        if !fresh.isOn, !program.isLinked(name), let predicate = try recordedPredicate() {
            do { return try search(RecordedStates(journal), range, predicate) } catch is RecordedStates.NotRecordedError
            {
            }
        }
        try search(try program.program(name, for: journal.name), journal, range)
    }

    private func search<P: Program>(
        _ program: P, _ journal: any ReplayableJournal, _ range: ClosedRange<Int>
    ) throws {
        let states = ReplayedStates(TrapReport.watched(Replayer(program, journal, fresh: fresh.isOn)))
        try search(states, range, try predicate(program))
    }

    /// - Parameter predicate: nil if a person judges.
    private func search<Source: StateSource>(
        _ states: Source, _ range: ClosedRange<Int>, _ predicate: (any StatePredicate<Source.State>)?
    ) throws {
        var bisector = Bisector(states)
        let answer = try answer(&bisector, range.lowerBound, range.upperBound, predicate)
        let report = BisectText(
            journal: states.journal, file: journal.file, reason: reason, mode: all ? .all : first ? .first : .search,
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

    /// Why a state is bad, and why one is good.
    private var reason: (bad: String, good: String)? {
        bad.map { ($0, "\($0) is false") }
            ?? invariant.map { ("the invariant \"\($0)\" is broken", "the invariant \"\($0)\" holds") }
            ?? command.map { ("`\($0)` fails", "`\($0)` succeeds") }
    }

    /// Judges states that are JSON; nil if that requires a program or a person.
    private func recordedPredicate() throws -> (any StatePredicate<JSONText>)? {
        if let bad { return try ExpressionPredicate<JSONText>(bad) }
        return command.map { CommandPredicate<JSONText>($0) { $0 } }
    }

    private func predicate<P: Program>(_ program: P) throws -> (any StatePredicate<P.State>)? {
        if let bad { return try ExpressionPredicate<P.State>(bad) }
        if let command { return CommandPredicate<P.State>(command) { try JSONCoding.encode($0) } }
        guard let invariant else { return nil }
        if let found = program.invariants.first(where: { $0.name == invariant }) { return InvariantPredicate(found) }
        let names = program.invariants.map { "  \($0.name)" }.joined(separator: "\n")
        throw ToolError(
            .usage,
            "the program \"\(program.name)\" has no invariant \"\(invariant)\". "
                + (names.isEmpty ? "It has none." : "Its invariants are:\n\(names)"))
    }
}
