package import ArgumentParser
internal import TimelineJSON
internal import TimelineJournal
internal import TimelineKit
internal import TimelineRemote

package struct StateCommand: ParsableCommand {
    package static let configuration = CommandConfiguration(
        commandName: "state",
        abstract: "Print the state at a position.",
        usage: """
            timeline state <file> [<p>] [--path <path>] [--fresh] [--json]
                           [--program <path>] [--recover <how>]
            timeline state <url> [--path <path>] [--json]
            """,
        discussion: """
            Where the state is on file, as a snapshot, no program is needed; elsewhere the program makes it by replay. In \
            the place of FILE may stand the URL of a running app, whose state is live.

            With --fresh the program makes every state as it is now, by reducing all actions from the first position on; \
            recorded snapshots are not used. What that could not reduce is listed on standard error.

            EXAMPLES:
              timeline state run.jsonl 17
                the state after step 17
              timeline state run.jsonl --path '$.comments.unread'
                a part of the last state
              timeline state run.jsonl 17 --fresh
                what the changed program makes of the first 17 steps
              timeline state http://127.0.0.1:4000 --path '$.count'
                a part of the state of an app that runs
            """)

    @OptionGroup var journal: JournalArgument

    @Argument(help: ArgumentHelp("The position: 17, end, -5, @12.5s or %name.", valueName: "p"))
    var position: String = "end"

    @Flag(name: .customLong("json"), help: "Print it on one line.")
    var isCompact = false

    @Option(help: ArgumentHelp("Only what is here: a JSONPath or a JSON Pointer.", valueName: "path"))
    var path: String?

    @OptionGroup var fresh: FreshOption
    @OptionGroup var program: ProgramOption

    package init() {}

    package func run() throws {
        if AppArgument.isURL(journal.file) { return try printLive() }
        let place = try path.map { (text) throws(ToolError) in try Self.place(text) }
        let journal = try fresh.isOn ? journal.open() : journal.openForLooking()
        var states = States(journal, program, fresh: fresh.isOn)
        let seq = try PositionArguments.resolve(position, in: journal)
        let state = try states.state(at: seq)
        show(try place.map { (place) throws(ToolError) in try value(at: place, in: state, seq) } ?? state)
        states.notes.forEach { StandardError.write($0) }
        StandardOutput.flush()
        try states.warn()
    }

    private static func place(_ text: String) throws(ToolError) -> StatePath {
        do throws(StatePath.Error) { return try StatePath(parsing: text) } catch {
            throw ToolError(.usage, error.description)
        }
    }

    /// What is there: of a path that may lead to several places, an array, as a running app answers.
    private func value(at place: StatePath, in state: JSON, _ seq: Int) throws(ToolError) -> JSON {
        let values: [JSON]
        do throws(StatePath.Error) { values = try place.values(in: state) } catch {
            throw ToolError(.cannotTell, error.description)
        }
        guard place.pointer != nil else { return .array(values) }
        guard let value = values.first else {
            throw ToolError(.negative, "the state after step \(seq) has no \(path ?? "")")
        }
        return value
    }

    /// What people look at must not command their terminal; what is read by programs is as it is on file.
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
                "a running app gives its live state alone. To look at position \(position), take its timeline first:\n  "
                    + AppArgument.taking(journal.file))
        }
        let client = try AppArgument.client(for: journal.file)
        do {
            let answer = try Waiting.forResult { [path] in
                var client = client
                return try await client.state(at: path)
            }
            let object = answer.object
            guard let state = object?["state"] ?? object?["value"] ?? object?["values"] else {
                throw RemoteError.foreign("\(client.address)", reason: "its answer holds no state")
            }
            show(state)
        } catch let error as RemoteError {
            throw ToolError(error)
        }
    }
}
