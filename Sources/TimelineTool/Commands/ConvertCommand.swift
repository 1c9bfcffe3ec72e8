internal import ArgumentParser
internal import TimelineKit
internal import TimelineReplay

struct ConvertCommand: CallsProgram {
    static let configuration = CommandConfiguration(
        commandName: "convert",
        abstract: "Write a timeline in the format of another tool, or read one.",
        usage: """
            timeline convert <file> --to <format> [<options>]
            timeline convert <file> --from <format> --name <program> [<options>]
            """,
        discussion: """
            redux-devtools is what the browser extension Redux DevTools exports and imports. There, {"add":{"amount":5}} is {"type":"add","payload":{"amount":5}}, an empty payload is left out; \
            where an action has other members, such as meta, or no text as its type, all actions are the same. @@timeline/action, @@timeline/set and @@timeline/opaque stand for \
            other actions, states set from outside, and actions that were not encoded.

            actions is one action a line, whatever JSON it is, as `record --program` reads them; or one array of actions, whose first line \
            is only a part of it, which is written if -o ends in .json. \
            perfetto is a trace for ui.perfetto.dev, in the JSON of Chrome: a track for each origin, causes as flows, and counters with --plot.

            What a format has no place for is listed on standard error. States that are not in the file are replayed. An imported \
            timeline replays if the program can decode its actions; info, log, view and diff need no program.

            EXAMPLES:
              timeline convert run.jsonl --to redux-devtools -o devtools.json
                a file for Import in Redux DevTools
              timeline convert run.jsonl --to perfetto --plot '$.comments.unread' -o t.json
                a trace with the unread comments as a counter
              timeline convert run.jsonl --to actions -o actions.jsonl
                the actions alone, for `timeline record --program episodes`
            """)

    @Argument(
        help: ArgumentHelp(
            "A timeline: a file, a folder of segments, or -; with --from, the other tool's file.", valueName: "file"),
        completion: .file())
    var file: String

    @Option(
        help: ArgumentHelp("The format to write: \(Layout.list(ConversionFormat.all, "or")).", valueName: "format"),
        completion: .list(ConversionFormat.all), transform: ConversionFormat.one(of: ConversionFormat.all))
    var to: ConversionFormat?

    @Option(
        help: ArgumentHelp("The format to read: \(Layout.list(ConversionFormat.readable, "or")).", valueName: "format"),
        completion: .list(ConversionFormat.readable), transform: ConversionFormat.one(of: ConversionFormat.readable))
    var from: ConversionFormat?

    @Option(
        help: ArgumentHelp(
            "With --from, the program that knows the actions, such as counter or counter@1.0.0.", valueName: "program"))
    var name: String?

    @Option(
        help: ArgumentHelp(
            "With --from, a JSON file with the state before the first action, where the input holds none. (default: the program's)",
            valueName: "file"), completion: .file())
    var state: String?

    @Option(
        help: ArgumentHelp(
            "With --to perfetto, a path whose number in each state becomes a counter. Repeatable.", valueName: "path"))
    var plot: [String] = []

    @OptionGroup var output: OutputOption
    @OptionGroup var recover: RecoverOption
    @OptionGroup var program: ProgramOption

    func validate() throws {
        if !plot.isEmpty, to != .perfetto { throw ValidationError("--plot is for --to perfetto.") }
        switch (to, from) {
        case (nil, nil): throw ValidationError("Name a format, with --to or --from.")
        case (_?, _?): throw ValidationError("Pass either --to or --from.")
        case (nil, _?):
            guard let name else { throw ValidationError("Name the program whose actions these are, with --name.") }
            guard ProgramName(Self.parts(of: name).program) != nil else {
                throw ValidationError("--name \(name): the name of a program is \(ProgramName.rule).")
            }
            if Self.parts(of: name).version == "" {
                throw ValidationError("--name \(name): name the version after @, or omit both.")
            }
        case (_?, nil):
            for (value, option) in [(name, "--name"), (state, "--state")] where value != nil {
                throw ValidationError("\(option) is about a file to read: pass it with --from.")
            }
        }
    }

    func run() throws {
        try AppArgument.requireFile(file)
        let path = output.path ?? "-"
        try output.check(path, of: file, "a converted file")
        if let to { try export(to, to: path) } else if let from { try load(from, to: path) }
    }

    private func write(_ product: FileBytes, to path: String, steps: Int, _ notes: [String]) throws {
        let bytes = try output.write(product, to: path)
        if path != "-" {
            StandardOutput.print("\(path): \(Layout.count(steps, "step")), \(Layout.count(bytes, "byte"))")
        }
        notes.forEach { StandardError.write(Layout.visible($0)) }
    }

    // MARK: - Writing another format

    private func export(_ format: ConversionFormat, to path: String) throws {
        let journal = try recover.open(JournalArgument.newestRun(of: file))
        try journal.requireSound(recover.how)
        try RecoverOption.warnIfTorn(journal)
        let isArray = path.hasSuffix(".json") || path.hasSuffix(".json.gz")
        let plots = try plot.map { ($0, try ExpressionArguments.path($0)) }
        let needsStates = format == .reduxDevTools || !plots.isEmpty
        let (exporter, product) = try TimelineExport.run(journal, program, needsStates: needsStates) {
            switch format {
            case .reduxDevTools: try ReduxDevToolsExporter()
            case .actions: try ActionsExporter(asArray: isArray)
            case .perfetto: try PerfettoExporter(journal, plots: plots)
            }
        }
        try write(product, to: path, steps: exporter.steps, exporter.losses.lines(format.rawValue))
    }

    // MARK: - Reading another format

    private static func parts(of name: String) -> (program: String, version: String?) {
        let parts = name.split(separator: "@", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
        return (parts[0], parts.count > 1 ? parts[1] : nil)
    }

    private func load(_ format: ConversionFormat, to path: String) throws {
        let given = try state.map { path in
            let bytes = try FileBytes.contents(of: path)
            return try ToolError.mapping(try JSON(parsing: bytes), "--state \(path), ")
        }
        let file = try ForeignFile(opening: file)
        let (name, version) = Self.parts(of: name ?? "")
        let linked = LinkedProgram.current.flatMap { $0.name == name ? $0 : nil }
        let timeline = try ImportedTimeline(
            program: name, version: version ?? linked?.version ?? "unknown", session: try file.fingerprint()
        ) { [program] in
            if let given { return given }
            do { return try JSONCoding.encode(program.program(name, for: nil).initialState).value } catch {
                throw ToolError(error).prepending(
                    """
                    \(file.name) does not hold the state before its first action: pass it with --state FILE, or name the program's executable with --program:

                    """)
            }
        }
        switch format {
        case .reduxDevTools: try ReduxDevToolsReader.read(file, into: timeline)
        case .actions: try ActionsReader.read(file, into: timeline)
        case .perfetto: preconditionFailure("a format that cannot be read was accepted")
        }
        let product = try timeline.finish()
        var notes = timeline.losses.lines("a timeline")
        if !timeline.hasTimes {
            notes.append("\(file.name) has no times: the run starts in 1970, and each step at 0 s")
        }
        try write(product, to: path, steps: timeline.steps, notes)
    }
}
