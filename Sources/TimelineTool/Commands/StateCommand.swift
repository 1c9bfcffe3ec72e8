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
            timeline state <file> [<p>] [--json] [--program <path>]
                           [--recover <how>]
            timeline state <url> [--path <path>] [--json]
            """,
        discussion: """
            Where the state is on file, as a snapshot, no program is needed; elsewhere the program makes it by replay. In \
            the place of FILE may stand the URL of a running app, whose state is live.

            EXAMPLES:
              timeline state run.jsonl 17
                the state after step 17
              timeline state run.jsonl end --json | jq .comments.unread
                a part of the last state
              timeline state http://127.0.0.1:4000 --path '$.count'
                a part of the state of an app that runs
            """)

    @OptionGroup var journal: JournalArgument

    @Argument(help: ArgumentHelp("The position: 17, end, -5, @12.5s or %name.", valueName: "p"))
    var position: String = "end"

    @Flag(name: .customLong("json"), help: "Print it on one line.")
    var isCompact = false

    @Option(help: ArgumentHelp("Of a running app, only what is here: a JSONPath or a JSON Pointer.", valueName: "path"))
    var path: String?

    @OptionGroup var program: ProgramOption

    package init() {}

    package func run() throws {
        if AppArgument.isURL(journal.file) { return try printLive() }
        guard path == nil else {
            throw ToolError(.usage, "--path is for the state of a running app; pipe that of a file to jq")
        }
        let journal = try journal.openForLooking()
        var states = States(journal, program)
        let state = try states.state(at: PositionArguments.resolve(position, in: journal))
        show(state)
    }

    /// What people look at must not command their terminal; what is read by programs is as it is on file.
    private func show(_ state: JSON) {
        if isCompact { return StandardOutput.print(state.description) }
        let text = state.prettyText
        StandardOutput.print(StandardOutput.isTerminal ? Layout.visibleJSON(text) : text)
    }

    private func printLive() throws {
        guard position == "end" else {
            throw ToolError(
                .usage, "a running app gives its live state alone; record it with --from to look at step \(position)")
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
