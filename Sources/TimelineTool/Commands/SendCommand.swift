internal import ArgumentParser
internal import TimelineKit
internal import TimelineRemote

struct SendCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "send",
        abstract: "Dispatch an action to a running app, or open a link in it.",
        usage: "timeline send <url> (<action> | --open <link>) [--json]",
        discussion: """
            The app must have started its TimelineHost. ACTION is JSON, as the app encodes it; for a deep link, the app \
            chooses the action. Prints the step that the action became; the action is reduced once, even if it is sent \
            again after a lost connection. The token comes from TIMELINE_TOKEN, or from the host's token file. Exits with \
            1 if the app rejects the action because it shows the past, or if it opens no links.

            EXAMPLES:
              timeline send http://127.0.0.1:4000 '{"increment":{}}'
                dispatch an action
              timeline send http://127.0.0.1:4000 --open episodes://episode/3
                open a link, as if the user had followed it
            """)

    @OptionGroup var app: AppArgument

    @Argument(help: ArgumentHelp("The action, in JSON.", valueName: "action"))
    var action: String?

    @Option(name: .customLong("open"), help: ArgumentHelp("The deep link to open.", valueName: "link"))
    var link: String?

    @OptionGroup var json: JSONOption

    func validate() throws {
        switch (action, link) {
        case (nil, nil): throw ValidationError("Name the action, or the link with --open.")
        case (_?, _?): throw ValidationError("Pass either an action or --open.")
        default: break
        }
    }

    func run() throws {
        let action = try action.map(Self.parsed)
        let answer: JSON
        do {
            answer = try AppArgument.withClient(of: app.url) { [link] client in
                if let action { return try await client.dispatch(action) }
                return try await client.open(link: link ?? "")
            }
        } catch let error as RemoteError {
            guard case .timedOut = error else { throw error }
            throw ToolError(.unavailable, "\(error); the app may still reduce the action")
        }
        StandardOutput.print(json.isOn ? answer.description : Self.text(answer))
        if answer.object?["dropped"] != nil { throw ToolError(.negative) }
    }

    private static func parsed(_ action: String) throws(ToolError) -> JSONText {
        do throws(JSONError) { return JSONText(try JSON(parsing: action)) } catch {
            throw ToolError(.usage, "the action is not JSON: byte \(error.byte): \(error.reason)\n  \(action)")
        }
    }

    private static func text(_ answer: JSON) -> String {
        if let seq = answer.object?["seq"]?.int { return "step \(seq)" }
        if answer.object?["held"] != nil { return "held until the app shows the present again" }
        return "dropped by a middleware of the app"
    }
}
