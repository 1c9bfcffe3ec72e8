package import ArgumentParser
internal import TimelineJSON
internal import TimelineRemote

package struct WatchCommand: ParsableCommand {
    package static let configuration = CommandConfiguration(
        commandName: "watch",
        abstract: "Follow a running app.",
        usage: """
            timeline watch <url> [--where <expr>] [--path <path>] [--steps <n>]
                           [--json]
            """,
        discussion: """
            Shows each step as it happens, until the app ends. Steps that are missed, because this is too slow, are fetched \
            from the app's timeline. EXPR is a filter expression of RFC 9535 with $ as the action. \(Condition.help) \
            PATH is a JSONPath or a JSON Pointer in the state, and its value stands after each step that changed it.

            EXAMPLES:
              timeline watch http://127.0.0.1:4000 --steps 2
                the next two steps
              timeline watch http://127.0.0.1:4000 --path '$.count' --steps 1
                the next step that changes a part of the state
              timeline watch http://127.0.0.1:4000 --where '$.increment' --steps 1 --json
                the next such action, with what it changed
            """)

    @OptionGroup var app: AppArgument

    @Option(help: ArgumentHelp("Only steps whose action fulfils this.", valueName: "expr"))
    var `where`: String?

    @Option(help: ArgumentHelp("Only steps that change this place.", valueName: "path"))
    var path: String?

    @Option(help: ArgumentHelp("End after so many steps.", valueName: "n"))
    var steps: Int?

    @OptionGroup var json: JSONOption

    package init() {}

    package func validate() throws {
        if let steps, steps < 1 { throw ValidationError("--steps \(steps): the number should be 1 or more.") }
    }

    package func run() throws {
        let condition = try `where`.map { try Condition.parse($0) }
        let place = try path.map { (text) throws(ToolError) in
            do throws(StatePath.Error) { return try StatePath(parsing: text) } catch {
                throw ToolError(.usage, error.description)
            }
        }
        let client = try app.client()
        let watch = StepWatch(condition: condition, place: place, isJSON: json.isOn, limit: steps)
        do { try Waiting.forResult { try await watch.run(client) } } catch let error as RemoteError {
            throw ToolError(error)
        }
    }
}
