internal import ArgumentParser
internal import TimelineDebugger
internal import TimelineKit
internal import TimelineReplay
internal import TimelineRemote

struct StateCommand: CallsProgram {
    static let configuration = CommandConfiguration(
        commandName: "state",
        abstract: "Print the state at a position.",
        usage: "timeline state (<file> [<p> [<path>]] | <url>) [<options>]",
        discussion: """
            A state that is on file, as a snapshot, needs no program; any other is made by replay. With the URL of a running \
            app instead of FILE, prints its live state. \(ProgramOption.freshHelp)

            Such a state is made twice; if the two differ in what is printed, the reducer is not deterministic, and the \
            command exits with 2.

            EXAMPLES:
              timeline state run.jsonl 17
                the state after step 17
              timeline state run.jsonl --path '$.comments.unread'
                a part of the last state
              timeline state run.jsonl 17 --fresh
                the state that the present program makes in 17 steps
              timeline state http://127.0.0.1:4000 --path '$.count'
                a part of the state of a running app
            """)

    @OptionGroup var journal: JournalArgument

    @Argument(help: ArgumentHelp("The position: 17, end, -5, @12.5s or %name.", valueName: "p"))
    var position: String = "end"

    @Argument(help: ArgumentHelp("Only the value at this path, as with --path.", valueName: "path"))
    var part: String?

    @Flag(name: .customLong("json"), help: "Print the state on one line.")
    var isCompact = false

    @Option(help: ArgumentHelp("Only the value at this JSONPath or JSON Pointer.", valueName: "path"))
    var path: String?

    @OptionGroup var fresh: FreshOption
    @OptionGroup var program: ProgramOption

    mutating func validate() throws {
        if let part, path != nil { throw ValidationError("Unexpected argument '\(part)': --path has the path.") }
        path = path ?? part
    }

    func run() throws {
        if AppArgument.isURL(journal.file) { return try printLive() }
        let place = try path.map { try ExpressionArguments.path($0) }
        let journal = try fresh.isOn ? journal.open() : journal.openForSeeking()
        let seq = try PositionArguments.resolve(position, in: journal)
        let states = try RequestedStates([seq], of: journal, program, fresh: fresh.isOn)
        let differingPaths = place?.differingPaths ?? JSON.differingPaths
        try states.requireDeterminism(at: seq, of: self.journal, differingPaths)
        show(try place.map { try value(at: $0, in: states.values[0], seq) } ?? states.values[0])
        try states.warn()
    }

    /// The value at a path; an array for a path that may select several values, as in a running app's answer.
    private func value(at place: StatePath, in state: JSON, _ seq: Int) throws -> JSON {
        let values = try place.values(in: state)
        guard place.pointer != nil else { return .array(values) }
        guard let value = values.first else {
            throw ToolError(.negative, "the state after step \(seq) has no \(path ?? "")")
        }
        return value
    }

    private func show(_ state: JSON) {
        if isCompact { return StandardOutput.print(state.description) }
        let text = state.prettyText
        StandardOutput.print(StandardOutput.isTerminal ? Layout.visibleJSON(text) : text)
    }

    private func printLive() throws {
        if fresh.isOn { throw ToolError(.usage, "--fresh replays a recording; a running app has only its live state") }
        guard position == "end" else {
            throw ToolError(
                .usage,
                "a running app has only its live state. To see position \(position), record its timeline first:\n  "
                    + AppArgument.recordCommand(for: journal.file))
        }
        show(
            try AppArgument.withClient(of: journal.file) { [path] client in
                let answer = try await client.state(at: path).object
                guard let state = answer?["state"] ?? answer?["value"] ?? answer?["values"] else {
                    throw RemoteError.foreign("\(client.address)", reason: "its answer holds no state")
                }
                return state
            })
    }
}
