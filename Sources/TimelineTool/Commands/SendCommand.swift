internal import ArgumentParser
internal import TimelineKit
internal import TimelineRemote

struct SendCommand: HasResult {
    static let configuration = CommandConfiguration(
        commandName: "send",
        abstract: "Dispatch actions to a running app, open a link in it, or show a moment of its past.",
        usage: "timeline send <url> (<action> ... | --open <link> | --to <p> | --resume)",
        discussion: """
            The app must have started its TimelineHost. ACTION is JSON, as the app encodes it; for a deep link, the app \
            chooses the action. Prints the step that each action became; an action is reduced once, even if it is sent \
            again after a lost connection. Of up to 100 actions, none is dispatched if the app cannot decode one. The token \
            comes from TIMELINE_TOKEN, or from the host's token file. Exits with 1 if the app rejects the action because it \
            shows the past, or if it opens no links. Only --resume, and releases held results of effects, ends --to.

            EXAMPLES:
              timeline send http://127.0.0.1:4000 '{"increment":{}}'
                dispatch an action
              timeline send http://127.0.0.1:4000 --open episodes://episode/3
                open a link, as if the user had followed it
              timeline send http://127.0.0.1:4000 --to 0
                show the first state in the app, until --resume
            """)

    @OptionGroup var app: AppArgument

    @Argument(help: ArgumentHelp("The actions, in JSON.", valueName: "action"))
    var actions: [String] = []

    @Option(name: .customLong("open"), help: ArgumentHelp("The deep link to open.", valueName: "link"))
    var link: String?

    @Option(parsing: .unconditional, help: ArgumentHelp("The position to show.", valueName: "p"))
    var to: String?

    @Flag(help: "Show the present again.")
    var resume = false

    @OptionGroup var json: JSONOption

    func validate() throws {
        if [!actions.isEmpty, link != nil, to != nil, resume].count(where: \.self) != 1 {
            throw ValidationError("Pass either actions or one of --open, --to and --resume.")
        }
        if actions.count > 100 { throw ValidationError("Pass at most 100 actions: found \(actions.count).") }
    }

    func run() throws {
        let actions = try actions.map(Self.parsed)
        let answer: JSON
        do {
            answer = try AppArgument.withClient(of: app.url) { [link, to, resume] client in
                if let link { return try await client.open(link: link) }
                if let to { return try await client.travel(.to(to)) }
                if resume { return try await client.travel(.resume(releasesHeld: true)) }
                if actions.count == 1 { return try await client.dispatch(actions[0]) }
                return try await client.dispatch(actions.map(\.value))
            }
        } catch let error as RemoteError {
            guard case .timedOut = error else { throw error }
            throw ToolError(.unavailable, "\(error); the app may still reduce the action")
        }
        let answers = (answer.object?["actions"]?.array ?? [answer]).compactMap(\.object)
        StandardOutput.print(json.isOn ? answer.description : answers.map(Self.text).joined(separator: "\n"))
        if answers.contains(where: { $0["dropped"] != nil || $0["refused"] != nil }) { throw ToolError(.negative) }
    }

    private static func parsed(_ action: String) throws(ToolError) -> JSONText {
        do throws(JSONError) { return JSONText(try JSON(parsing: action)) } catch {
            throw ToolError(.usage, "the action is not JSON: byte \(error.byte): \(error.reason)\n  \(action)")
        }
    }

    private static func text(_ answer: JSONObject) -> String {
        if let live = answer["live"] {
            let seq = answer["seq"]?.int ?? 0
            return live == true ? "live, after step \(seq)" : "shows the state after step \(seq)"
        }
        if let seq = answer["seq"]?.int { return "step \(seq)" }
        if answer["held"] != nil { return "held until the app shows the present again" }
        return answer["refused"] != nil ? "refused: the app shows the past" : "dropped by a middleware of the app"
    }
}
