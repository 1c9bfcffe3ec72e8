internal import ArgumentParser
internal import TimelineJSON
internal import TimelineRemote

struct SendCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "send",
        abstract: "Dispatch an action to a running app.",
        discussion: """
            The app must have started its TimelineHost. ACTION is JSON, as the app encodes it. Prints the step that the \
            action became; the action is reduced once, even if it is sent again after a lost connection. The token comes \
            from TIMELINE_TOKEN, or from the host's token file. Exits with 1 if the app rejects the action because it \
            shows the past.

            EXAMPLES:
              timeline send http://127.0.0.1:4000 '{"increment":{}}'
                dispatch an action
            """)

    @OptionGroup var app: AppArgument

    @Argument(help: ArgumentHelp("The action, in JSON.", valueName: "action"))
    var action: String

    @OptionGroup var json: JSONOption

    func run() throws {
        let text: JSONText
        do throws(JSONError) { text = JSONText(try JSON(parsing: action)) } catch {
            throw ToolError(.usage, "the action is not JSON: byte \(error.byte): \(error.reason)\n  \(action)")
        }
        let answer: JSON
        do {
            answer = try AppArgument.withClient(of: app.url) { try await $0.dispatch(text) }
        } catch let error as RemoteError {
            guard case .timedOut = error else { throw error }
            throw ToolError(.unavailable, "\(error); the app may still reduce the action")
        }
        StandardOutput.print(json.isOn ? answer.description : Self.text(answer))
        if answer.object?["dropped"] != nil { throw ToolError(.negative) }
    }

    private static func text(_ answer: JSON) -> String {
        if let seq = answer.object?["seq"]?.int { return "step \(seq)" }
        if answer.object?["held"] != nil { return "held until the app shows the present again" }
        return "dropped by a middleware of the app"
    }
}
