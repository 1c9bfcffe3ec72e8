internal import ArgumentParser
internal import TimelineKit

struct MCPCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "mcp",
        abstract: "Answer an agent's questions about timelines, by the Model Context Protocol.",
        discussion: """
            An agent starts this command and asks over standard input and output; messages are JSON-RPC, a line each. It has \
            the tools \(AgentTool.reading.map(\.name).joined(separator: ", ")), which are the commands of these names and \
            write nothing. It reads only timelines in the folders, by default the current one, and refuses links that lead \
            out of them. An answer has at most 6,000 bytes, about 2,000 tokens, and names what to ask next. A question may take 60 seconds; it ends when it is canceled, when the agent ends, or 5 seconds after the end of the input.

            With --control, the agent can also dispatch actions to running apps, by the tool send, and read their states.

            EXAMPLES:
              timeline mcp Recordings
                the command that an agent is configured with
              counter-timeline mcp Recordings
                the same, with the program inside
            """)

    @Argument(
        help: ArgumentHelp("The folders whose timelines may be read.", valueName: "folder"), completion: .directory)
    var folders: [String] = ["."]

    @Flag(help: "Offer the tool send, which dispatches actions to running apps.")
    var control = false

    @OptionGroup var program: ProgramOption

    func run() throws {
        let folders = try AgentFolders(folders)
        let tools = AgentTool.reading + (control ? [AgentTool.send] : [])
        let server = AgentServer(
            version: TimelineCommand.configuration.version, tools: tools,
            instructions: """
                Timelines are recordings of Redux-style apps: each step is an action, with the state after it. To find a bug: \
                info without a file lists the timelines, bisect finds the step that turned the state bad, blame the steps that \
                changed a value, and diff what a step changed.
                """
        ) { [control, path = program.path] in Self.answer($0, $1, folders, control: control, program: path, $2) }
        let session = AgentSession(server)
        StandardOutput.endWithReader()
        var lines = try InputLines()
        while let line = try lines.next() {
            if line.allSatisfy({ $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\r") }) { continue }
            session.receive(line)
        }
        session.finish(withinSeconds: 5)
    }

    private static func answer(
        _ tool: AgentTool, _ arguments: JSONObject, _ folders: AgentFolders, control: Bool, program: String?,
        _ question: AgentQuestion
    ) -> AgentAnswer {
        if tool.name == "info", (arguments["file"] ?? .null) == .null {
            let paths = folders.timelines()
            let none = "There is no timeline in the folders of this server.\n"
            let list = paths.isEmpty ? none : paths.joined(separator: "\n") + "\n"
            return AgentAnswer(list, next: paths.isEmpty ? nil : "info of one of them.")
        }
        do throws(ToolError) {
            var command = try tool.command(for: arguments) { (file) throws(ToolError) in
                control && AppArgument.isURL(file) ? file : try folders.resolved(file)
            }
            if tool.name == "log", Set(arguments.members.map(\.key)).isSubset(of: ["file", "salvage"]) {
                command.append("--from=-30")
            }
            if let program, tool.replays { command.append("--program=\(program)") }
            return AgentAnswer(command: command, next: tool.next, question)
        } catch { return AgentAnswer(error) }
    }
}
