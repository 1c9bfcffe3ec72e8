package import ArgumentParser
internal import TimelineDebugger
internal import TimelineJSON
internal import TimelineJournal
internal import TimelineKit

package struct BisectCommand: ParsableCommand {
    package static let configuration = CommandConfiguration(
        commandName: "bisect",
        abstract: "Find the step that turned the state bad.",
        usage: """
            timeline bisect <file> (--bad <expr> | --invariant <name> | --run <cmd>)
                            [--good <p>] [--bad-at <p>] [--first] [--json]
                            [--program <path>] [--recover <how>]
            timeline bisect <file> [--good <p>] [--bad-at <p>]
            """,
        discussion: """
            EXPR is a filter expression of RFC 9535 with $ as the state; the state is bad where it holds. CMD gets the \
            state on standard input, and says by its exit status: 0 good, 125 can't tell, 1 to 124, 126 and 127 bad, \
            128 and up stop. Without any of these you are asked, as by git bisect.

            Both ends are judged before the search. Exits with 1 where there is no such step, and with 2 where it \
            can't be told.

            EXAMPLES:
              timeline bisect run.jsonl --bad '$.comments.unread < 0'
                the step after which unread is below zero
              timeline bisect run.jsonl --invariant 'unread is never negative'
                the step that broke a rule of the program
              timeline bisect run.jsonl --run 'jq -e ".comments.unread >= 0"'
                the same, judged by a command
              timeline bisect run.jsonl --bad '$.comments.unread < 0' --first --json
                look at every state, in case it was bad more than once
            """)

    @OptionGroup var journal: JournalArgument

    @Option(help: ArgumentHelp("A condition that bad states fulfil.", valueName: "expr"))
    var bad: String?

    @Option(help: ArgumentHelp("A rule of the program that bad states break.", valueName: "name"))
    var invariant: String?

    @Option(name: .customLong("run"), help: ArgumentHelp("A command that judges a state.", valueName: "cmd"))
    var command: String?

    @Option(help: ArgumentHelp("A position known to be good. (default: the first)", valueName: "p"))
    var good: String?

    @Option(help: ArgumentHelp("A position known to be bad. (default: end)", valueName: "p"))
    var badAt: String?

    @Flag(help: "Judge every state in turn, and name the first bad one.")
    var first = false

    @OptionGroup var json: JSONOption
    @OptionGroup var program: ProgramOption

    package init() {}

    package func validate() throws {
        let given = [("--bad", bad), ("--invariant", invariant), ("--run", command)].filter { $0.1 != nil }.map(\.0)
        if given.count > 1 { throw ValidationError("\(given.joined(separator: " and ")) cannot stand together.") }
        if given.isEmpty, first { throw ValidationError("--first wants --bad, --invariant or --run.") }
    }

    package func run() throws {
        if let bad { _ = try Condition.parse(bad) }
        if bad == nil, invariant == nil, command == nil, !Terminal.canAsk || json.isOn {
            throw ToolError(
                .usage,
                "say what is bad, with --bad EXPR, --invariant NAME or --run CMD; only on a terminal can you be asked")
        }
        let journal = try journal.openForLooking()
        let low = try good.map { try PositionArguments.resolve($0, in: journal) } ?? journal.first
        let high = try badAt.map { try PositionArguments.resolve($0, in: journal) } ?? journal.end
        guard low < high else {
            throw ToolError(
                journal.end == journal.first ? .negative : .usage,
                journal.end == journal.first
                    ? "\(journal.name) has no step to search: its only position is \(low)"
                    : "the good position, \(low), must come before the bad one, \(high)")
        }
        do {
            try search(try program.program(journal.header.program, for: journal.name), journal, low, high)
        } catch {
            throw ToolError(error)
        }
    }

    private func search<P: Program>(_ program: P, _ journal: any ReplayableJournal, _ low: Int, _ high: Int) throws {
        let replayer = TrapReport.watched(Replayer(program, journal))
        let answer: BisectAnswer<P>
        let predicate = try predicate(program, journal)
        var bisector = Bisector(replayer, predicate)
        var bar = ProgressBar("Searching")
        let total = first ? high - low : Bisection(good: low, bad: high).remaining
        let question = predicate as? Question<P.State>
        var report = BisectText(
            journal: journal, file: self.journal.file, what: question == nil ? what : nil,
            wasScanned: first)
        let progress = { (seq: Int, remaining: Int) in
            if let question {
                question.ask(about: seq, remaining: remaining)
            } else {
                bar.update(total - remaining, of: total)
            }
        }
        do {
            answer =
                first
                ? try bisector.scan(good: low, bad: high, progress: progress)
                : try bisector.search(good: low, bad: high, progress: progress)
            bar.finish()
        } catch is Question<P.State>.Quit {
            throw ToolError(.cannotTell, "the search was given up")
        }
        if let bad, case .goodAtBadEnd(let seq, _) = answer {
            var states = replayer
            let state = try JSONCoding.encode(states.state(at: seq)).value
            report.absent = try Condition.parse(bad).absentPlaces(in: state).map(\.pathDescription)
        }
        StandardOutput.print(json.isOn ? report.json(answer).description : report.text(answer))
        switch answer {
        case .found: return
        case .goodAtBadEnd, .badAtGoodEnd: throw ToolError.silent(.negative)
        case .cannotTell, .cannotJudge: throw ToolError.silent(.cannotTell)
        }
    }

    /// What makes a state bad, in words.
    private var what: String? {
        bad ?? invariant.map { "the rule \"\($0)\" is broken" } ?? command.map { "`\($0)` says bad" }
    }

    private func predicate<P: Program>(_ program: P, _ journal: any ReplayableJournal) throws -> any StatePredicate<
        P.State
    > {
        if let bad { return try ExpressionPredicate<P.State>(bad) }
        if let command { return CommandPredicate<P.State>(command) }
        guard let invariant else { return Question<P.State>(journal) }
        if let found = program.invariants.first(where: { $0.name == invariant }) { return InvariantPredicate(found) }
        let names = program.invariants.map { "  \($0.name)" }.joined(separator: "\n")
        throw ToolError(
            .usage,
            "the program \"\(program.name)\" has no rule \"\(invariant)\". "
                + (names.isEmpty ? "It has none." : "Its rules are:\n\(names)"))
    }
}
