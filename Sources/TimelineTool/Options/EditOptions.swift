internal import ArgumentParser
internal import TimelineDebugger
internal import TimelineKit
internal import TimelineReplay

struct EditOptions: ParsableArguments {
    @Option(
        name: .customLong("skip"),
        parsing: .unconditionalSingleValue,
        help: ArgumentHelp("Leave out the step at this position. Can be repeated.", valueName: "p"))
    var skipped: [String] = []

    // `PositionArguments.prepared` joins the two values of these options.
    @Option(
        name: .customLong("insert"), parsing: .unconditionalSingleValue,
        help: ArgumentHelp("Reduce this action, as JSON, after the position. Can be repeated.", valueName: "p action"))
    var inserted: [String] = []

    @Option(
        name: .customLong("edit"), parsing: .unconditionalSingleValue,
        help: ArgumentHelp("Reduce this action instead of the recorded one. Can be repeated.", valueName: "p action"))
    var replaced: [String] = []

    @OptionGroup var output: OutputOption

    static let pairs: Set = ["--insert", "--edit"]

    static let help = """
        --skip, --insert and --edit try other steps than the recorded ones: the steps that remain are numbered anew and reduced \
        by the present program, and the outcome is shown beside the recorded one. Their positions are those of the recording. \
        No later snapshot can confirm such a state.
        """

    func validate() throws {
        guard let path = output.path, isEmpty || path == "-" else { return }
        throw ValidationError(
            path == "-"
                ? "-o - and the report both write to standard output."
                : "-o saves an edited timeline: pass --skip, --insert or --edit.")
    }

    /// The same edits on another command line; empty where `-o` saves them.
    var arguments: [String] {
        if output.path != nil { return [] }
        func words(_ option: String, _ values: [String]) -> [String] {
            values.flatMap { [option] + $0.split(separator: " ", maxSplits: 1).map(String.init) }
        }
        return words("--skip", skipped) + words("--edit", replaced) + words("--insert", inserted)
    }

    var isEmpty: Bool { skipped.isEmpty && inserted.isEmpty && replaced.isEmpty }

    func apply(to argument: JournalArgument, _ option: ProgramOption) throws -> EditedJournal? {
        if isEmpty { return nil }
        if let path = output.path { try output.check(path, of: argument.path, "an edited timeline") }
        let journal = try argument.open()
        let program = try option.program(journal.header.program, for: journal.name)
        let edits = try edits(of: journal, program)
        let timeline = try DerivedTimeline(
            of: journal, edits, migrations: MigrationPath(for: program, from: journal.header.version),
            note: [.init(key: "by", value: "edit")] + edits.members)
        if let path = output.path {
            try output.write(timeline.source, to: path)
            StandardError.write("The edited timeline is saved as \(Layout.visible(path)).")
        }
        for orphan in timeline.orphans.prefix(5) {
            StandardError.write(
                "Step \(orphan.seq) was caused by step \(orphan.cause), which is left out: --skip \(orphan.seq) leaves it "
                    + "out, too.")
        }
        let more = timeline.orphans.count - 5
        if more > 0 { StandardError.write("So were \(Layout.count(more, "more step")).") }
        return EditedJournal(
            journal: try timeline.journal(), recorded: journal, numbering: timeline.numbering,
            restored: timeline.restored, firstEdit: (edits.lastUnchanged ?? journal.first) + 1)
    }

    private func edits(of journal: Journal, _ program: any Program) throws -> TimelineEdits {
        var edits = TimelineEdits()
        for text in skipped {
            let seq = try step(text, "--skip \(text)", in: journal)
            edits.skipped.insert(contentsOf: seq..<seq + 1)
        }
        for text in replaced {
            let (place, action) = try Self.pair(text, "--edit")
            let seq = try step(place, "--edit \(place)", in: journal)
            guard edits.replaced[seq] == nil, !edits.skipped.contains(seq) else {
                throw ToolError(.usage, "--edit \(place): step \(seq) is edited twice, or left out by --skip")
            }
            edits.replaced[seq] = try Self.canonical(action, "--edit \(place)", program)
        }
        for text in inserted {
            let (place, action) = try Self.pair(text, "--insert")
            let seq = try PositionArguments.resolve(place, in: journal)
            edits.inserted[seq, default: []].append(try Self.canonical(action, "--insert \(place)", program))
        }
        return edits
    }

    private func step(_ text: String, _ option: String, in journal: Journal) throws -> Int {
        if let last = journal.unreturned, Int(text) == last { return last }
        let seq = try PositionArguments.resolve(text, in: journal)
        guard seq > journal.first else {
            throw ToolError(.usage, "\(option): position \(seq) is the first state, which no step made")
        }
        return seq
    }

    /// The position and the action of `17 {"increment":{}}`.
    private static func pair(_ text: String, _ option: String) throws(ToolError) -> (place: String, action: String) {
        let parts = text.split(separator: " ", maxSplits: 1)
        guard parts.count == 2 else {
            throw ToolError(
                .usage, "\(option) \(text): give a position and an action, such as \(option) 17 '{\"increment\":{}}'")
        }
        return (String(parts[0]), String(parts[1]))
    }

    static func canonical<P: Program>(_ text: String, _ option: String, _ program: P) throws(ToolError) -> JSONText {
        let json: JSONText
        do throws(JSONError) { json = JSONText(try JSON(parsing: Array(text.utf8))) } catch {
            throw ToolError(.usage, "\(option): the action is not JSON: \(error)")
        }
        do throws(JSONCodingError) { return try JSONCoding.encode(JSONCoding.decode(P.Action.self, from: json)) } catch
        {
            throw ToolError(.usage, "\(option): the program \"\(program.name)\" has no such action: \(error)")
        }
    }
}
