internal import ArgumentParser
internal import TimelineDebugger
internal import TimelineJSON
internal import TimelineJournal
internal import TimelineKit
internal import TimelineQuerying

struct WhenCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "when",
        abstract: "List the steps after which a condition held.",
        usage: "timeline when <file> <expr> [<options>]",
        discussion: """
            EXPR is a filter expression of RFC 9535 with $ as the state. \(ExpressionArguments.help) Every state is \
            judged, and each span of states for which it is true is listed with its first step. Exits with 1 if it is true \
            for none, and with 2 if that is unknown, or if replay disagrees with a recorded state. \
            \(ProgramOption.freshHelp)

            \(DeterminismCheck.help)

            EXAMPLES:
              timeline when run.jsonl '$.comments.unread < 0'
                since when unread is below zero
              timeline when run.jsonl '$.list.progress' --json
                the spans in which a refresh was running
            """)

    @OptionGroup var journal: JournalArgument

    @Argument(help: ArgumentHelp("A condition on the state.", valueName: "expr"))
    var expression: String

    @OptionGroup var positions: RangeOptions

    @OptionGroup var fresh: FreshOption
    @OptionGroup var json: JSONOption
    @OptionGroup var program: ProgramOption

    func run() throws {
        _ = try ExpressionArguments.condition(expression)
        let journal = try journal.open()
        let range = try positions.range(in: journal)
        try program.answer(for: journal, fresh: fresh.isOn) { states in
            try judge(states, range)
        } replayed: { program in
            try check(program, journal, range)
            try judge(TrapReport.states(program, journal, fresh: fresh.isOn), range)
        }
    }

    private func check(_ program: some Program, _ journal: any ReplayableJournal, _ range: ClosedRange<Int>) throws {
        let condition = try JSONCondition(parsing: expression)
        let check = DeterminismCheck(
            argument: self.journal, question: "when \(expression) was true", isJSON: json.isOn
        ) { DeterminismCheck.advice("--to", after: $0, first: range.lowerBound) }
        try check.require(program, journal, fresh: fresh.isOn, on: range, condition.differingPaths)
    }

    private func judge<Source: StateSource>(_ states: Source, _ range: ClosedRange<Int>) throws {
        var states = states
        let predicate = try ExpressionPredicate<Source.State>(expression)
        states.compare(by: predicate)
        var bar = ProgressBar("Judging")
        let verdicts: Verdicts
        let evidence: BisectAnswer.Evidence?
        do {
            defer { bar.finish() }
            verdicts = try states.verdicts(range, predicate) { bar.update($0 - range.lowerBound, of: range.count) }
            evidence = try states.evidence(afterJudging: range, verdicts)
        } catch let divergence as BisectDivergence {
            if json.isOn {
                StandardOutput.print(JSON.members(["divergence": divergence.json]).description)
            } else {
                let question = "when \(expression) was true"
                StandardOutput.print(BisectText.diverged(divergence, question, isFull: false))
            }
            throw ToolError(.cannotTell)
        }
        let text = WhenText(
            journal: states.journal, expression: expression, range: range, verdicts: verdicts,
            grounds: Grounds(
                evidence: evidence, unknown: verdicts.unknown, skipped: states.skipped, first: states.journal.first,
                unseenPaths: evidence == nil ? [] : predicate.unseenPaths))
        if json.isOn { StandardOutput.print(text.json.description) } else { try text.print() }
        if verdicts.bad.isEmpty { throw ToolError(verdicts.unknown.isEmpty ? .negative : .cannotTell) }
    }
}
