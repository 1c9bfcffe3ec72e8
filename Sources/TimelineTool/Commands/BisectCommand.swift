internal import ArgumentParser
internal import TimelineDebugger
internal import TimelineKit
internal import TimelineReplay

struct BisectCommand: CallsProgram, HasResult {
    static let configuration = CommandConfiguration(
        commandName: "bisect",
        abstract: "Find the step that turned the state bad.",
        usage: "timeline bisect <file> [<expr>] [<options>]",
        discussion: """
            \(PredicateOptions.help) Without --bad, --invariant and --run you judge the states, as in git bisect.

            Both ends are judged before the search. Where the last state is good, every state is judged, except by --run and \
            by you. Exits with 1 if all states are good. Exits with 2 for can't tell, as where the first state is bad already, \
            where the last is good and not all were judged, and where a replay disagrees with a \
            recorded state: no step is blamed for that. With --repeat, a state that is judged differently from one time to \
            the next ends the search, with 2.

            \(DeterminismCheck.help)

            Why lists the last steps that wrote the values that EXPR reads, or else those that the step changed, and the causes of \
            the step, up to \(Layout.grouped(Explanation.distance)) steps before it.

            --fresh judges the states that the present program makes, to see whether a bug is fixed. If no state is bad, it \
            also reduces a last step whose reducer never returned.

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

    @Argument(help: ArgumentHelp("A condition that is true for bad states, as with --bad.", valueName: "expr"))
    var expression: String?

    @OptionGroup var predicates: PredicateOptions
    @OptionGroup var judge: JudgeOption

    @Option(
        parsing: .unconditional, help: ArgumentHelp("A position known to be good. (default: the first)", valueName: "p")
    )
    var good: String?

    @Option(parsing: .unconditional, help: ArgumentHelp("A position known to be bad. (default: end)", valueName: "p"))
    var badAt: String?

    @Flag(help: "Judge the states in order, up to the first bad one.")
    var first = false

    @Flag(help: "Judge every state, and list all bad ones.")
    var all = false

    @Option(
        name: .customLong("show"),
        help: ArgumentHelp("A path whose values to show where you judge. Can be repeated.", valueName: "path"))
    var shown: [String] = []

    @OptionGroup var fresh: FreshOption

    @Flag(help: "Show all changes and whole values.")
    var full = false

    @OptionGroup var edits: EditOptions
    @OptionGroup var json: JSONOption
    @OptionGroup var program: ProgramOption

    mutating func validate() throws {
        predicates.command = judge.command
        try predicates.rule.take(expression)
        try predicates.validate()
        if let predicate = predicates.given.first, !shown.isEmpty {
            throw ValidationError("--show is for states that you judge: omit it with \(predicate).")
        }
        if predicates.given.isEmpty, first || all {
            throw ValidationError("\(first ? "--first" : "--all") requires --bad, --invariant or --run.")
        }
        if predicates.given.isEmpty, predicates.count > 1 {
            throw ValidationError("--repeat requires --invariant or --run.")
        }
    }

    private var isAsking: Bool { predicates.given.isEmpty }

    func run() throws {
        try predicates.check()
        _ = try shown.map { try ExpressionArguments.path($0) }
        if isAsking, !StandardError.canAsk || json.isOn {
            let why = json.isOn ? "--json asks no questions" : "Not a terminal"
            let crash = (try? self.journal.open().unreturned).map {
                ".\nThe run crashed in step \($0): timeline minimize \(Layout.argument(self.journal.path)) --crash"
            }
            throw ToolError(.usage, "\(why): pass --bad, --invariant or --run\(crash ?? "")")
        }
        if let edited = try edits.apply(to: journal, program) { return try search(edited) }
        // Where all steps are replayed, opening the whole timeline allows lines to be decoded ahead.
        let journal: Journal =
            first || all || fresh.isOn || predicates.rule.badChange != nil || predicates.response.after != nil
            ? try journal.open() : try journal.openForSeeking()
        try search(journal, try range(in: journal))
    }

    private func range(in journal: Journal) throws -> ClosedRange<Int> {
        let low = try good.map { try PositionArguments.resolve($0, in: journal) } ?? journal.first
        let high = try badAt.map { try PositionArguments.resolve($0, in: journal) } ?? journal.end
        guard low < high || retriesLastStep(of: journal, after: high) else {
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
        let found = Result { try search(edited.journal, range) }
        if case .failure(let error) = found, (error as? ToolError)?.message != "" { throw error }
        let program = try program.program(edited.recorded.header.program, for: edited.recorded.name)
        try printRecorded(program, edited, range)
        try found.get()
    }

    private func printRecorded(_ program: some Program, _ edited: EditedJournal, _ range: ClosedRange<Int>) throws {
        let (low, high) = (edited.recordedPosition(range.lowerBound), edited.recordedPosition(range.upperBound))
        guard !json.isOn, !isAsking, low < high else { return }
        var states = ReplayedStates(TrapReport.watched(Replayer(program, edited.recorded)))
        let answer = try answer(&states, low...high, try predicates.predicate(program))
        StandardOutput.print("In the recording, \(BisectText.outcome(answer))")
    }

    private func search(_ journal: Journal, _ range: ClosedRange<Int>) throws {
        try program.answer(for: journal, fresh: fresh.isOn) { states, program in
            if let program { return try search(program, journal, range) }
            return try search(states, range)
        }
    }

    /// Nil if only a program can judge states.
    private func search<Source: StateSource>(_ states: Source, _ range: ClosedRange<Int>) throws -> Void? {
        guard let predicate = try predicates.predicate(on: Source.State.self) else { return nil }
        var states = states
        return try report(try answer(&states, range, predicate), states, predicate)
    }

    private func search<P: Program>(_ program: P, _ journal: Journal, _ range: ClosedRange<Int>) throws {
        func replay(_ journal: Journal) -> ReplayedStates<P> {
            ReplayedStates(TrapReport.watched(Replayer(program, journal, fresh: fresh.isOn), isEdited: !edits.isEmpty))
        }
        let predicate = try predicates.predicate(program)
        var (journal, range, states) = (journal, range, replay(journal))
        var returned: Int?
        var found = range.count > 1 ? try answer(&states, range, predicate) : nil
        // A step before the last that turned the state bad is the answer, whether or not the last one traps.
        if retriesLastStep(of: journal, after: range.upperBound),
            found == nil || found?.isGoodAtEnd == true && predicate != nil
        {
            journal = Journal(retryingLastStepOf: journal)
            (range, states, returned) = (range.lowerBound...journal.last, replay(journal), journal.last)
            found = try answer(&states, range, predicate)
        }
        guard let found else { preconditionFailure("\(range) has no step, and no last step is reduced again") }
        try requireDeterminism(found, program, journal, range, inOrder: first || predicate?.readsChanges == true)
        try report(found, states, predicate, returned: returned)
    }

    /// On the states that the answer depends on.
    private func requireDeterminism(
        _ answer: BisectAnswer, _ program: some Program, _ journal: Journal, _ range: ClosedRange<Int>, inOrder: Bool
    ) throws {
        let states: ClosedRange<Int>
        switch answer {
        case .found(let culprit):
            let areAllJudged = inOrder || culprit.verdicts != nil
            let start = areAllJudged ? range.lowerBound : culprit.good
            states = start...(culprit.verdicts == nil ? culprit.step.seq : range.upperBound)
        case .noneBad(let seq, _): states = range.lowerBound...seq
        case .goodAtBadEnd(let seq, _), .badAtGoodEnd(let seq, _): states = seq...seq
        case .cannotTell, .cannotJudge, .diverged: return
        }
        guard let differingPaths = try predicates.differingPaths(program) else { return }
        let check = DeterminismCheck(
            argument: self.journal, question: "which step turned the state bad", isJSON: json.isOn
        ) { seq in
            let isFromFirst = states.lowerBound == range.lowerBound
            return isFromFirst ? DeterminismCheck.advice("--bad-at", after: seq, first: range.lowerBound) : nil
        }
        try check.require(program, journal, fresh: fresh.isOn, on: states, differingPaths)
    }

    private func retriesLastStep(of journal: Journal, after end: Int) -> Bool {
        fresh.isOn && badAt == nil && journal.unreturned == end + 1
    }

    private func report<Source: StateSource>(
        _ answer: BisectAnswer, _ states: Source, _ predicate: (any StatePredicate<Source.State>)?, returned: Int? = nil
    ) throws {
        var report = BisectText(
            journal: states.journal, file: edits.output.path ?? journal.file, edits: edits.arguments,
            options: (edits.output.path == nil ? journal.recover.arguments : []) + program.arguments,
            reason: predicates.reason, readsPaths: predicates.rule.bad != nil,
            judgesChanges: predicate?.readsChanges == true,
            responses: (predicate as? ResponsePredicate<Source.State>)?.responses,
            isFirst: (first || predicate?.readsChanges == true) && !all, isAll: all,
            isFull: full, unseenPaths: predicate?.unseenPaths ?? [], skipped: states.skipped, returned: returned)
        if case .found(let culprit) = answer {
            report.sites = SiteText(states.journal)
            // The search reduced the steps since then, if any.
            let good = culprit.verdicts == nil ? culprit.good : culprit.range.lowerBound
            let start =
                try states is RecordedStates
                ? states.journal.first : states.journal.checkpoint(atOrBefore: good)?.seq ?? good
            report.explanation = Explanation.known(
                of: culprit.step, because: predicates.asked, states, after: start)
        }
        StandardOutput.print(json.isOn ? report.json(answer).description : report.text(answer))
        switch answer {
        case .found: return
        case .noneBad: throw ToolError(.negative)
        case .badAtGoodEnd, .goodAtBadEnd, .cannotTell, .cannotJudge, .diverged: throw ToolError(.cannotTell)
        }
    }

    private func answer<Source: StateSource>(
        _ states: inout Source, _ range: ClosedRange<Int>, _ predicate: (any StatePredicate<Source.State>)?
    ) throws -> BisectAnswer {
        let (low, high) = (range.lowerBound, range.upperBound)
        var bisector = Bisector(states)
        defer { states = bisector.source }
        guard let predicate else {
            let paths = try shown.map { try ExpressionArguments.path($0) }
            return try bisector.search(
                good: low, bad: high, asking: { try BisectPrompt.reply(to: $0, showing: paths, isFull: full) })
        }
        var bar = ProgressBar("Searching")
        defer { bar.finish() }
        return try ContradictionError.asking("which step turned the state bad", prints: json.isOn) {
            guard first || all else {
                let total = Bisection(good: low, bad: high).remaining
                return try bisector.search(good: low, bad: high, predicate) { bar.update(total - $1, of: total) }
            }
            return try bisector.scan(good: low, bad: high, all: all, predicate) { bar.update($0 - low, of: high - low) }
        }
    }
}
