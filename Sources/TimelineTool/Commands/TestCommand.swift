internal import ArgumentParser
internal import TimelineDebugger
internal import TimelineKit
internal import TimelineReplay

struct TestCommand: CallsProgram, HasResult {
    static let configuration = CommandConfiguration(
        commandName: "test",
        abstract: "Write a Swift test from a timeline.",
        usage: "timeline test <file> [<expr>] [<options>]",
        discussion: """
            The test reduces the actions that turn the state bad, as `timeline minimize` finds them, and expects that the \
            last state is good: that EXPR is false, or that the invariant holds. With --crash it expects that the reducer \
            returns, and runs in a process of its own, so that a crash is a failure and not the end of all tests. Without \
            these options, it reduces all actions, and expects the values that they change with the present program; a \
            warning is printed if those are not the recorded ones. --from and --to make the test of a part, with its marks \
            as comments.

            The file is for Swift Testing, and imports the module of the program and TimelineTesting. Actions are JSON, as \
            in the timeline. A timeline that minimize made is not minimized again. --json prints the name, the number of \
            steps, why the search ended if there was one, and the file or the source.

            EXAMPLES:
              timeline test run.jsonl --invariant 'unread is never negative'
                a test that fails until the bug is mended, on standard output
              timeline test run.jsonl --bad '$.comments.unread < 0' -o BadgeTests.swift
                a test that this condition is false, in a file
            """)

    @OptionGroup var journal: JournalArgument
    @Argument(help: ArgumentHelp("A condition that is true for bad states, as with --bad.", valueName: "expr"))
    var expression: String?

    @OptionGroup var part: RangeOptions
    @OptionGroup var options: MinimizeOptions
    @OptionGroup var output: OutputOption

    @Option(help: ArgumentHelp("The name of the structure. (default: that of the file)", valueName: "name"))
    var name: String?

    @Flag(name: .customLong("no-minimize"), help: "Reduce all actions up to the first bad state.")
    var keepsSteps = false

    @Option(name: .customLong("run"), help: .hidden)
    var command: String?

    @OptionGroup var json: JSONOption
    @OptionGroup var program: ProgramOption

    mutating func validate() throws {
        try options.predicates.rule.take(expression)
        if command != nil {
            throw ValidationError(
                "--run: a test cannot call a command. Pass --bad, --bad-change, --invariant or --crash.")
        }
        if let option = options.payloads ?? (keepsSteps ? "--no-minimize" : nil), options.isEmpty {
            throw ValidationError("\(option) requires --bad, --invariant or --crash.")
        }
        if options.isEmpty, options.predicates.count > 1 { throw ValidationError("--repeat requires --invariant.") }
        if keepsSteps, let option = options.payloads {
            throw ValidationError("--no-minimize changes no actions: omit \(option).")
        }
        if let name, !TestSource.isIdentifier(name) {
            let ask = TestSource.isKeyword(name) ? "this is a keyword of Swift. Give" : "give"
            throw ValidationError("--name \(name): \(ask) the name of a type, of letters and digits.")
        }
    }

    func run() throws {
        try options.predicates.check()
        try AppArgument.requireFile(journal.file)
        let path = output.path ?? "-"
        try output.check(path, of: journal.path, "a test")
        let journal = try journal.open()
        let program = try program.program(journal.header.program, for: journal.name)
        if part.isEmpty { return try write(program, journal, to: path) }
        let made = try CrashBundle(
            of: journal, program: program, part: try part.range(in: journal, end: journal.last),
            isLastStepKnown: journal.isLastReduced() != nil, onReducing: TrapReport.watch(journal))
        try write(program, try Journal(bytes: made.bytes, name: journal.name), to: path)
    }

    private func write<P: Program>(_ program: P, _ journal: Journal, to path: String) throws {
        let type = String(reflecting: P.self)
        guard TestSource.isNameable(type) else {
            throw ToolError(.negative, "a test cannot use the type \(type) of the program: it is private")
        }
        let made = try options.isEmpty ? recorded(program, journal) : bad(program, journal)
        let origin = journal.header.derivation?["session"]?.string ?? journal.header.session
        let file = path != "-" ? path : self.journal.file == "-" ? program.name : self.journal.file
        let name = name ?? TestSource.structure(forFile: file)
        let sites = SiteText(journal)
        let marks = Dictionary(grouping: try journal.index.marks, by: \.seq)
        func note(_ step: Step) -> String? {
            let notes =
                (marks[step.seq - 1] ?? []).map { "%\(Layout.visible($0.name))" }
                + [sites.text(step)].compactMap(\.self)
            return notes.isEmpty ? nil : notes.joined(separator: ", ")
        }
        let source = try TestSource(
            program, name: name,
            origin: "\(Layout.count(made.steps.count, "step")) of run \(Layout.visible(origin)), by `timeline test`."
                + (made.context.map { " Kept, since the recording never shows the rest without: \($0)." } ?? ""),
            made.run, made.steps, note: note, made.expectation)
        if !json.isOn || path != "-" { try output.write(Array(source.text.utf8), to: path) }
        if json.isOn {
            let answer: JSON = .members([
                "name": .string(name), "steps": .int(made.steps.count), made.fact.key: made.fact.value,
                "file": path == "-" ? nil : .string(path), "source": path == "-" ? .string(source.text) : nil,
            ])
            StandardOutput.print(answer.description)
        } else if path != "-" {
            StandardOutput.print("\(path): a test of \(Layout.count(made.steps.count, "step"))")
        }
    }

    /// `context`: the steps of the run that are kept so that the app can do it.
    private typealias TestContents = (
        run: TrialRun, steps: [TrialStep], expectation: TestSource.Expectation, context: String?,
        fact: (key: String, value: JSON?)
    )

    private var check: DeterminismCheck {
        let question = options.isEmpty ? "which values the actions change" : "which actions turn the state bad"
        return DeterminismCheck(argument: journal, question: question, isJSON: json.isOn)
    }

    private func bad(_ program: some Program, _ journal: Journal) throws -> TestContents {
        let search = try ContradictionError.asking(check.question, prints: false) {
            try MinimizeSearch(program, journal, options, check, searches: !keepsSteps && !journal.header.isMinimized)
        }
        guard let rule = search.rule else { preconditionFailure("a test of a bad run has a rule") }
        if let ending = search.ending, !ending.isComplete {
            let lines = ending.lines(count: search.steps.count).joined(separator: "\n")
            StandardError.write(ending.isMinimal ? lines : "Not known to be minimal. \(lines)")
        }
        let fact = ("ended", search.ending?.name.json)
        return (search.run, search.steps, .keeps(rule), search.ending?.contextList, fact)
    }

    private func recorded<P: Program>(_ program: P, _ journal: Journal) throws -> TestContents {
        let run = try TrialRun(program, journal, through: journal.end)
        let trial = RecordedTrial(run, options, journal.name)
        let (steps, state) = try trial.completed(run.steps)
        try check.require(program, journal, fresh: true, isIsolated: true, on: journal.end...journal.end)
        let (before, after) = (run.first.state.value, state.value)
        let comparison = try RecordedStateComparison(program, journal, run) { kept in
            kept.count == run.steps.count ? state : try trial.completed(kept).state
        }
        let values = before.differingPlaces(from: after).map { ($0.description, after[$0]) }
        if let warning = comparison.warning { StandardError.write(warning) }
        return (run, steps, .values(values, areRecorded: comparison.isOfEnd), nil, ("recorded", comparison.json))
    }
}
