package import ArgumentParser
internal import TimelineJSON
internal import TimelineRemote

package struct SendCommand: ParsableCommand {
    package static let configuration = CommandConfiguration(
        commandName: "send",
        abstract: "Dispatch an action to a running app.",
        discussion: """
            The app must have started its TimelineHost. ACTION is JSON, as the app's coding writes it. The answer says which \
            step it became; it is reduced once, also where the connection is lost and it is sent again. The token is that \
            of TIMELINE_TOKEN, or of the file that the host keeps for its user. Exits with 1 where the app refuses the \
            action, as it shows the past.

            EXAMPLES:
              timeline send http://127.0.0.1:4000 '{"increment":{}}'
                dispatch an action
            """)

    @OptionGroup var app: AppArgument

    @Argument(help: ArgumentHelp("The action, in JSON.", valueName: "action"))
    var action: String

    @OptionGroup var json: JSONOption

    package init() {}

    package func run() throws {
        let text: JSONText
        do throws(JSONError) { text = JSONText(try JSON(parsing: action)) } catch {
            throw ToolError(.usage, "the action is not JSON: byte \(error.byte): \(error.reason)\n  \(action)")
        }
        let client = try app.client()
        do {
            let answer = try Waiting.forResult {
                var client = client
                return try await client.dispatch(text)
            }
            if json.isOn { StandardOutput.print(answer.description) } else { StandardOutput.print(Self.text(answer)) }
            if answer.object?["dropped"] != nil { throw ToolError.silent(.negative) }
        } catch let error as RemoteError {
            guard case .timedOut = error else { throw ToolError(error) }
            throw ToolError(.unavailable, "\(error); whether it will reduce the action yet is not known")
        }
    }

    private static func text(_ answer: JSON) -> String {
        if let seq = answer.object?["seq"]?.int { return "step \(seq)" }
        if answer.object?["held"] != nil { return "held until the app shows the present again" }
        return "dropped by a middleware of the app"
    }
}
