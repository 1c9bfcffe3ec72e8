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

    @Option(
        name: .customLong("set"), parsing: .unconditionalSingleValue,
        help: ArgumentHelp(
            "Set values after the position: '{\"$.unread\":0}'. Can be repeated.", valueName: "p values"))
    var set: [String] = []

    @OptionGroup var output: OutputOption

    static let pairs: Set = ["--insert", "--edit", "--set"]

    static let help = """
        --skip, --insert, --edit and --set try other steps than the recorded ones: the steps that remain are numbered anew and \
        reduced by the present program, and the outcome is shown beside the recorded one. Their positions are those of the \
        recording; --set comes after what is inserted there. No later snapshot can confirm such a state.
        """

    func validate() throws {
        guard let path = output.path, isEmpty || path == "-" else { return }
        throw ValidationError(
            path == "-"
                ? "-o - and the report both write to standard output."
                : "-o saves an edited timeline: pass --skip, --insert, --edit or --set.")
    }

    /// The same edits on another command line; empty where `-o` saves them.
    var arguments: [String] {
        if output.path != nil { return [] }
        func words(_ option: String, _ values: [String]) -> [String] {
            values.flatMap { [option] + $0.split(separator: " ", maxSplits: 1).map(String.init) }
        }
        return words("--skip", skipped) + words("--edit", replaced) + words("--insert", inserted)
            + words("--set", set)
    }

    var isEmpty: Bool { skipped.isEmpty && inserted.isEmpty && replaced.isEmpty && set.isEmpty }

    func apply(to argument: JournalArgument, _ option: ProgramOption) throws -> EditedJournal? {
        if isEmpty { return nil }
        if let path = output.path { try output.check(path, of: argument.path, "an edited timeline") }
        let journal = try argument.open()
        let program = try option.program(journal.header.program, for: journal.name)
        let edits = try edits(of: journal, program)
        let timeline = try DerivedTimeline(of: journal, edits, for: program)
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
            edits.replaced[seq] = try Self.action(action, "--edit \(place)", program)
        }
        for text in inserted {
            let (place, action) = try Self.pair(text, "--insert")
            let seq = try PositionArguments.resolve(place, in: journal)
            edits.inserted[seq, default: []].append(.action(try Self.action(action, "--insert \(place)", program)))
        }
        let changes = try set.map { text in
            let (place, values) = try Self.pair(text, "--set", #"values by path, such as --set 17 '{"$.count":0}'"#)
            return (seq: try PositionArguments.resolve(place, in: journal), values, option: "--set \(place)")
        }
        // Each is made in the state that the edits before it lead to.
        for (seq, values, option) in changes.sorted(by: { $0.seq < $1.seq }) {
            let timeline = try DerivedTimeline(of: journal, edits, for: program)
            let position = timeline.numbering.edited(seq) + (edits.inserted[seq]?.count ?? 0)
            let state = try RequestedStates.replay(program, timeline.journal(), [position], isEdited: true).values[0]
            let change = try Self.change(of: state, setting: values, option, program)
            edits.inserted[seq, default: []].append(change)
        }
        return edits
    }

    static func change<P: Program>(
        of state: JSON, setting values: String, _ option: String, _ program: P
    ) throws -> Step.Change {
        guard let values = try json(values, "\(option): the values are").object, values.count > 0 else {
            throw ToolError(.usage, "\(option): the values must be an object by path, such as {\"$.count\":0}")
        }
        let paths = try values.members.map { member in
            guard let path = try ExpressionArguments.path(member.key).pointer else {
                throw ToolError(.usage, "\(option): \(member.key) may select several values: give the path of one")
            }
            return path
        }
        var state = state
        for (member, path) in zip(values.members, paths) {
            let change: JSONPatch.Operation =
                state[path] == nil ? .add(path: path, value: member.value) : .replace(path: path, value: member.value)
            do throws(JSONPatchError) { state = try JSONPatch([change]).apply(to: state) } catch {
                throw ToolError(.usage, "\(option): \(error.reason)")
            }
        }
        let text = try canonical(state, as: P.State.self, "state", option, program)
        for (member, path) in zip(values.members, paths) where member.value != .null && text.value[path] == nil {
            throw ToolError(.usage, "\(option): a state of the program \"\(program.name)\" has no \(member.key)")
        }
        return .set(text, by: "edit")
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
    private static func pair(
        _ text: String, _ option: String, _ expected: String? = nil
    ) throws(ToolError) -> (place: String, value: String) {
        let parts = text.split(separator: " ", maxSplits: 1)
        guard parts.count == 2 else {
            let expected = expected ?? "an action, such as \(option) 17 '{\"increment\":{}}'"
            throw ToolError(.usage, "\(option) \(text): give a position and \(expected)")
        }
        return (String(parts[0]), String(parts[1]))
    }

    static func action<P: Program>(_ text: String, _ option: String, _ program: P) throws(ToolError) -> JSONText {
        try canonical(json(text, "\(option): the action is"), as: P.Action.self, "action", option, program)
    }

    private static func json(_ text: String, _ what: String) throws(ToolError) -> JSON {
        try ToolError.mapping(try JSON(parsing: Array(text.utf8)), "\(what) not JSON: ")
    }

    private static func canonical<Value: Codable>(
        _ json: JSON, as type: Value.Type, _ kind: String, _ option: String, _ program: some Program
    ) throws(ToolError) -> JSONText {
        try ToolError.mapping(
            try JSONCoding.encode(JSONCoding.decode(type, from: JSONText(json))),
            "\(option): the program \"\(program.name)\" has no such \(kind): ")
    }
}
