internal import ArgumentParser
internal import TimelineDebugger
internal import TimelineKit
internal import TimelineReplay

struct WhenCommand: CallsProgram, HasResult {
    static let configuration = CommandConfiguration(
        commandName: "when",
        abstract: "List the steps after which a condition held.",
        usage: """
            timeline when <file> ... (<expr> | --change <expr>) [<options>]
            timeline when <file> ... --after <expr> --expect <expr> --within <time>
            """,
        discussion: """
            EXPR is a filter expression of RFC 9535 with $ as the state. \(ExpressionArguments.help) Every state is \
            judged, and each span of states for which it is true is listed with its first step. Exits with 1 if it is true \
            for none, and with 2 if that is unknown, or if replay disagrees with a recorded state. With --change, $ has the \
            members before, action and after, and each change of the state by an action is judged.

            With --after '$.action.refreshTapped' --expect '!$.list.progress' --within 30s, the refreshes that did not end in \
            time are listed, and how many did; one is open where the recording ends before, or a state was set from outside. \
            \(ProgramOption.freshHelp) \(SeveralTimelines.help)

            \(DeterminismCheck.help)

            EXAMPLES:
              timeline when run.jsonl '$.comments.unread < 0'
                since when unread is below zero
              timeline when run.jsonl '$.list.progress' --json
                the spans in which a refresh was running
              timeline when run.jsonl --change 'count($.after..id) < count($.before..id)'
                the steps that removed something
            """)

    @OptionGroup var journal: JournalArgument

    @Argument(help: ArgumentHelp("A condition on the state.", valueName: "expr"))
    var stateExpression: String?

    @Option(help: ArgumentHelp("A condition on $.before, $.action and $.after of a step.", valueName: "expr"))
    var change: String?

    @OptionGroup var response: ResponseOptions
    @OptionGroup var several: SeveralTimelines
    @OptionGroup var positions: RangeOptions

    @OptionGroup var fresh: FreshOption
    @OptionGroup var json: JSONOption
    @OptionGroup var program: ProgramOption

    private var question: String { "when \(expression) was true" }
    private var expression: String { option ?? stateExpression ?? "" }
    /// In place of the last argument.
    private var option: String? { change ?? response.expect }

    func validate() throws {
        if change != nil, response.expect != nil { throw ValidationError("Pass only one of --change and --after.") }
        if option == nil, stateExpression == nil { throw ValidationError("Pass one of <expr>, --change and --after.") }
    }

    func run() throws {
        // The expression is the last argument.
        var files = [journal.path] + [stateExpression].compactMap(\.self) + several.others
        let expression = option ?? files.removeLast()
        try response.check()
        if several.count || files.count > 1 {
            _ = try ExpressionArguments.condition(expression)
            let noun = response.expect != nil ? "late answer" : change != nil ? "change" : "state"
            return try several.ask("when", files, noun, json) {
                let answer = (try? JSON(parsing: $0))?.object
                return answer?["broken"]?.array?.count ?? answer?["true"]?.int ?? 0
            }
        }
        let condition = try ExpressionArguments.condition(expression)
        let journal = try journal.open()
        let range = try positions.range(in: journal)
        let check = DeterminismCheck(argument: self.journal, question: question, isJSON: json.isOn) {
            DeterminismCheck.advice("--to", after: $0, first: range.lowerBound)
        }
        try program.answer(for: journal, fresh: fresh.isOn) { states, program in
            if let program {
                try check.require(
                    program, journal, fresh: fresh.isOn, on: range,
                    { try option == nil ? condition.differingPaths($0, $1) : JSON.differingPaths($0, $1) })
            }
            return try judge(states, range)
        }
    }

    private func judge<Source: StateSource>(_ states: Source, _ range: ClosedRange<Int>) throws {
        var states = states
        let response = try response.question.map { try ResponsePredicate<Source.State>($0) }
        let predicate: any StatePredicate<Source.State> =
            try response ?? change.map { try ChangeCondition($0) } ?? ExpressionPredicate(expression)
        states.compare(by: predicate)
        var bar = ProgressBar("Judging")
        let verdicts: Verdicts
        let evidence: BisectAnswer.Evidence?
        do {
            defer { bar.finish() }
            verdicts = try states.verdicts(range, predicate) { bar.update($0 - range.lowerBound, of: range.count) }
            evidence = try states.evidence(afterJudging: range, verdicts)
        } catch let divergence as BisectDivergence {
            StandardOutput.print(
                json.isOn
                    ? JSON.members(["divergence": divergence.json]).description
                    : BisectText.diverged(divergence, question, isFull: false))
            throw ToolError(.cannotTell)
        }
        let grounds = Grounds(
            evidence: evidence, unknown: verdicts.unknown, skipped: states.skipped, first: states.journal.first,
            unseenPaths: evidence == nil ? [] : predicate.unseenPaths)
        let count = verdicts.bad.ranges.reduce(0) { $0 + $1.count }
        if json.isOn {
            StandardOutput.print(Grounds.verdicts.json((verdicts, grounds, response?.responses)).description)
        } else if let responses = response?.responses {
            try print(responses, states.journal)
            grounds.lines().forEach { StandardOutput.print($0) }
        } else {
            try printSpans(verdicts.bad, states.journal, range)
            let unknown = verdicts.unknown.ranges.reduce(0) { $0 + $1.count }
            let noun = change == nil ? "state" : "change"
            let all = Layout.count(verdicts.count - unknown, unknown == 0 ? noun : "known \(noun)")
            let spans = verdicts.bad.ranges.count
            StandardOutput.print(
                "\(expression) is true for \(count == 0 ? "none" : Layout.grouped(count)) of \(all)"
                    + (spans > 1 ? ", in \(Layout.count(spans, "span"))." : "."))
            if verdicts.withoutChange > 0 {
                StandardOutput.print("Not judged: \(Layout.count(verdicts.withoutChange, "state")) set from outside.")
            }
            grounds.lines().forEach { StandardOutput.print($0) }
        }
        if count == 0 { throw ToolError(verdicts.unknown.isEmpty ? .negative : .cannotTell) }
    }

    private func print(_ responses: Responses, _ journal: Journal) throws {
        for range in responses.broken {
            guard let asked = try journal.step(range.lowerBound), let end = try journal.step(range.upperBound) else {
                preconditionFailure("a step was judged that is not in the file")
            }
            StandardOutput.print(StepText.line(asked, showsCause: true))
            let time = Layout.seconds(end.at.seconds - asked.at.seconds)
            let steps = Layout.count(end.seq - asked.seq, "step")
            let text = "\(steps) and \(time) s later, at step \(end.seq), still not so"
            StandardOutput.print(Layout.spaces(29) + Style.changed(text))
        }
        StandardOutput.print("\(responses): \(expression)")
    }

    private func printSpans(_ spans: RangeSet<Int>, _ journal: Journal, _ range: ClosedRange<Int>) throws {
        var lines = StepLines(journal)
        for span in spans.ranges {
            if span.lowerBound == journal.first {
                StandardOutput.print(StepText.line(span.lowerBound, .zero, "the first state"))
            } else if case .step(let step)? = try lines.line(of: span.lowerBound)?.content {
                StandardOutput.print(StepText.line(step, showsCause: true))
            }
            let steps = Layout.steps(span.lowerBound...span.upperBound - 1)
            let end = span.upperBound - 1 == range.upperBound ? ", the last" : ""
            StandardOutput.print(Layout.spaces(29) + Style.changed("true after \(steps)\(end)"))
        }
    }
}
