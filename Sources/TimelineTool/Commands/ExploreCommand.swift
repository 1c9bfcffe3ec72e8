internal import ArgumentParser
internal import TimelineDebugger
internal import TimelineKit

struct ExploreCommand: CallsProgram, HasResult {
    static let configuration = CommandConfiguration(
        commandName: "explore",
        abstract: "Find bugs that recordings lead to, before users do.",
        usage: "timeline explore <file> ... [<options>]",
        discussion: """
            Makes new runs from recorded ones: actions are left out, happen again, change places, come from another \
            recording, or have other values; results of effects come later, in another order, twice, never, or when their \
            screen is gone. A result never comes before its cause. Runs that reach something new - a type of action that \
            changes other paths, or a state with other booleans, enumerations or small numbers - are where others start.

            After each action, the invariants of the program are checked, or the one condition or invariant that is \
            passed. Without these, it also finds reducers that are not deterministic, and states that differ after they were \
            encoded and decoded. A reducer that traps is always a bug. Each bug is printed once, with its likeliest run, which was run again; \
            -o and --json have other runs that break the same rule.

            A bug is possible if each of its actions was done by a user in a recording, in a state like that one, or \
            Program.isPossible says that the app offers it; and if each result answers a request of its run, with the values that \
            go with it, in an order that was seen. It is conditional if a circumstance of a step is in no recording: the circumstance \
            is named, for a person to judge. Other bugs are synthetic.

            With --steps, and without --seconds and --first, the same seed and --processes give the same answer. Control-C ends the search and keeps what was found.

            Exits with 1 if a possible bug was found; else with 2 if another bug was found, if no timeline has an action, or if the \
            search was interrupted, ended early, or could not judge a run; else with 0.

            EXAMPLES:
              timeline explore recordings
                bugs that the timelines in a folder lead to, after a minute
              timeline explore run.jsonl --invariant 'unread is never negative' -o found
                how an invariant breaks, as timelines in a new folder
              timeline explore run.jsonl --steps 1000000 --seed 2
                the same answer each time
            """)

    @Argument(
        help: ArgumentHelp("A timeline, a folder, or - for a timeline on standard input.", valueName: "file"),
        completion: .file())
    var files: [String] = []

    @Option(help: ArgumentHelp("A file with more paths, one a line; - is standard input.", valueName: "file"))
    var filesFrom: String?

    @OptionGroup var rules: RuleOptions

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp("How long to search. (default: 60, and no limit with --steps)", valueName: "n"))
    var seconds: Int?

    @Option(parsing: .unconditional, help: ArgumentHelp("How many actions to reduce.", valueName: "n"))
    var steps: Int?

    @Option(parsing: .unconditional, help: ArgumentHelp("Another seed searches elsewhere.", valueName: "n"))
    var seed: UInt64 = 1

    @Option(parsing: .unconditional, help: ArgumentHelp("The number of processes that search.", valueName: "n"))
    var processes = 2

    @Flag(help: "End the search at the first bug.")
    var first = false

    @Option(
        name: [.customShort("o"), .customLong("output")],
        help: ArgumentHelp("A new folder for a timeline of each bug.", valueName: "folder"), completion: .directory)
    var output: String?

    @Flag(help: "Replace an existing folder of timelines.")
    var force = false

    @Flag(help: "Print only what recordings show of when users act, as the Swift of an isPossible to read and adapt.")
    var conditions = false

    @OptionGroup var json: JSONOption
    @OptionGroup var program: ProgramOption

    func validate() throws {
        if files.isEmpty, filesFrom == nil { throw ValidationError("Name a timeline, a folder, or --files-from.") }
        if files.contains("-"), files.count > 1 || filesFrom != nil {
            throw ValidationError("- is one timeline: pass it without other files.")
        }
        if let seconds, seconds < 1 { throw ValidationError("--seconds \(seconds): give a number from 1.") }
        if let steps, steps < 1 { throw ValidationError("--steps \(steps): give a number from 1.") }
        if processes < 1 || processes > 64 {
            throw ValidationError("--processes \(processes): give a number from 1 to 64.")
        }
        if output == "-" { throw ValidationError("-o -: name a folder.") }
        if conditions, output != nil || json.isOn {
            throw ValidationError("--conditions prints Swift: pass it without -o and --json.")
        }
        if force, output == nil { throw ValidationError("--force requires -o.") }
    }

    func run() throws {
        try rules.checkExpression()
        for file in files { try AppArgument.requireFile(file) }
        if let output { try ExploreFolder.check(output, force: force) }
        var inputs = try VerificationInputs(files, list: filesFrom)
        if let missing = try inputs.findProgram(program) { throw missing }
        var found: [FoundTimeline] = []
        while let input = try inputs.take() { found.append(input) }
        try explore(try LinkedProgram.required(), found)
    }

    private func explore<P: Program>(_ program: P, _ found: [FoundTimeline]) throws {
        // The program may lack the invariant.
        let known = try rules.rules(program)
        let product = try output.map { try OutputFolder($0) }
        let inputs = try ExploreInputs(program, found, seed: seed)
        try inputs.check()
        let corpus = try Corpus(program, inputs.runs)
        if conditions {
            guard let learned = try ExploreSearch.learned(corpus, inputs.text, seed: seed) else {
                throw ToolError(.cannotTell, "can't tell when users act: the reducer ended each replay")
            }
            return StandardOutput.print(learned.isPossible(in: corpus))
        }
        for (recording, rule) in try known.brokenAtFirst(in: corpus) {
            StandardError.write(
                Layout.visible(
                    "Warning: in the first state of \(inputs.names[recording]), \(rule) already: not looked for there"))
        }
        let responses = program.responses.filter { if case .seconds = $0.limit { true } else { corpus.hasNoCauses } }
        for name in responses.map(\.name) {
            let why = corpus.hasNoCauses ? "no cause of an effect's action is recorded" : "explored runs have no times"
            StandardError.write(Layout.visible("Warning: \(why), so \"\(name)\" is not looked for"))
        }
        let search = try ExploreSearch(
            corpus, inputs.text, seed: seed, seconds: seconds ?? (steps == nil ? 60 : nil), steps: steps,
            lanes: processes, isFirst: first, rule: rules.rule)
        var folder: (path: String, names: [String])?
        var failure: (any Error)?
        if let product, let output, !search.findings.isEmpty {
            do { folder = (output, try ExploreFolder.finish(product, search.findings, force: force)) } catch {
                failure = error
            }
        }
        let text = ExploreText(
            search: search, inputs: inputs, types: corpus.types, isChecked: corpus.isChecked,
            invariants: known.invariants, folder: folder, seed: seed, options: self.program.arguments)
        StandardOutput.print(json.isOn ? text.json.description : text.text)
        if let failure { throw failure }
        if search.findings.contains(where: { $0.kind == .possible }) { throw ToolError(.negative) }
        if !search.findings.isEmpty || !search.notes.isEmpty || search.isInterrupted { throw ToolError(.cannotTell) }
    }
}
