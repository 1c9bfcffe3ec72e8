internal import ArgumentParser
internal import TimelineDebugger
internal import TimelineKit
internal import TimelineReplay

struct MinimizeCommand: CallsProgram, HasResult {
    static let configuration = CommandConfiguration(
        commandName: "minimize",
        abstract: "Find the few actions that still turn the state bad.",
        usage: "timeline minimize <file> [<expr>] [<options>]",
        discussion: """
            Reduces the actions again without some of them, from the first state on, until none can be left out (delta \
            debugging), as a timeline. It is run again before it is saved, by default in run.minimal.jsonl.

            The result is a run that the app can do, as far as this recording shows: the results of an action stay with it, \
            with the values that go with it, and users act in states like those in which they did. Actions stay as they were \
            recorded, but numbers that count what was left out are lower. The steps that are kept for this alone are named.

            --any gives the shortest run that fails, whether the app can do it or not: answers are left out, the last action \
            may be of another type, and the actions of users are made smaller: shorter texts, numbers closer to 0, fewer \
            elements. --effect-payloads makes those of effects smaller, too.

            \(PredicateOptions.help) CMD judges the state after the last action, the others judge every state.

            With --crash, a run is bad if its reducer crashes as the recorded run did, at the same place of its code where \
            that is known. The last action stays one of the same type: a run that ends in another shows another bug.

            The actions are reduced in another process. A run whose reducer traps, or does not return in time, is neither \
            good nor bad; the result names the steps that this leaves undecided.

            Control-C and the limit of --seconds end the search, and keep the best result so far. Exits with 1 if the run \
            does not end bad with this program, and with 2 if that is unknown, or if its first state is bad already.

            EXAMPLES:
              timeline minimize run.jsonl --bad '$.comments.unread < 0'
                a few actions that turn unread negative, in run.minimal.jsonl
              timeline minimize run.jsonl --invariant 'unread is never negative' -o -
                a few actions that break an invariant, on standard output
              timeline minimize run.jsonl --bad '$.comments.unread < 0' --any
                the fewest and smallest actions, also if the app cannot do them
            """)

    @OptionGroup var journal: JournalArgument
    @Argument(help: ArgumentHelp("A condition that is true for bad states, as with --bad.", valueName: "expr"))
    var expression: String?

    @OptionGroup var options: MinimizeOptions
    @OptionGroup var judge: JudgeOption
    @OptionGroup var output: OutputOption
    @OptionGroup var json: JSONOption
    @OptionGroup var program: ProgramOption

    mutating func validate() throws {
        options.predicates.command = judge.command
        try options.predicates.rule.take(expression)
        try options.predicates.validate()
        try options.validate()
        if options.isEmpty { throw ValidationError("Pass one of --bad, --invariant, --run and --crash.") }
        try output.validate(else: defaultPath, json)
    }

    private var defaultPath: String { ProductFile.path(beside: journal.path, "minimal") }

    func run() throws {
        try options.predicates.check()
        try AppArgument.requireFile(journal.file)
        let path = output.path ?? defaultPath
        try output.check(path, of: journal.path, "a minimized timeline")
        let journal = try journal.open()
        let program = try program.program(journal.header.program, for: journal.name)
        let check = DeterminismCheck(
            argument: self.journal, question: "which actions turn the state bad", isJSON: json.isOn)
        let search = try ContradictionError.asking(check.question, prints: json.isOn) {
            try MinimizeSearch(program, journal, options, check)
        }
        try output.write(search.timeline.bytes, to: path)
        if json.isOn {
            StandardOutput.print(MinimizeSearch.fields.json((search, path)).description)
        } else if path != "-" {
            StandardOutput.print(search.text(savedIn: path))
        }
    }
}
