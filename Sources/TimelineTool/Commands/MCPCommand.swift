internal import ArgumentParser
internal import CTimelinePage
internal import TimelineKit
internal import TimelineReplay

struct MCPCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "mcp",
        abstract: "Answer an agent's questions about timelines, by the Model Context Protocol.",
        discussion: """
            An agent starts this command and asks over standard input and output; messages are JSON-RPC, a line each. It has \
            the tools \(AgentTool.reading.map(\.name).joined(separator: ", ")), which are the commands of these names (actions is \
            schema --actions) and write nothing. It reads only timelines in the folders, by default the current one, and \
            refuses links that lead out of them, and those of the running apps that are named, so far: what is new is fetched for \
            each question, and what was fetched answers after the app has ended. An answer has at most 6,000 bytes, about 2,000 \
            tokens, and names what to ask next. A question may take 60 seconds; it ends when it is canceled, when the agent \
            ends, or 5 seconds after the end of the input.

            With --control, the agent can also ask any running app, dispatch actions to it, and let it show its past, by the \
            tools \(AgentTool.controlling.map(\.name).joined(separator: ", ")).

            EXAMPLES:
              timeline mcp Recordings
                the command that an agent is configured with
              counter-timeline mcp Recordings http://127.0.0.1:4000
                the same with the program inside, and with a running app
              timeline mcp --skill
                what an agent needs to know of this tool, as a skill
            """)

    @Argument(
        help: ArgumentHelp("The folders whose timelines may be read, and apps.", valueName: "folder|url"),
        completion: .directory)
    var places: [String] = []

    @Flag(help: "Offer the tools that change what running apps do.")
    var control = false

    @Flag(help: "Print a skill for agents, SKILL.md, and end.")
    var skill = false

    @OptionGroup var program: ProgramOption

    func run() throws {
        if skill { return StandardOutput.print(String(String(cString: timeline_skill()).dropLast())) }
        let apps = AgentApps(named: places.filter(AppArgument.isURL))
        let folders = try AgentFolders(places.isEmpty ? ["."] : places.filter { !AppArgument.isURL($0) })
        let server = AgentServer(
            version: TimelineCommand.configuration.version,
            tools: AgentTool.reading + (control ? AgentTool.controlling : []),
            instructions: """
                Timelines are recordings of Redux-style apps: each step is an action, with the state after it. To find a bug: \
                info without a file lists the timelines, bisect finds the step that turned the state bad, blame the steps that \
                changed a value, and diff what a step changed.
                """
        ) { [control, path = program.path] in Self.answer($0, $1, folders, apps, control: control, program: path, $2) }
        ServerEnd.onSignal { apps.remove() }
        defer { apps.remove() }
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
        _ tool: AgentTool, _ arguments: JSONObject, _ folders: AgentFolders, _ apps: AgentApps, control: Bool,
        program: String?, _ question: AgentQuestion
    ) -> AgentAnswer {
        if tool.name == "info", (arguments["file"] ?? .null) == .null {
            let paths = folders.timelines() + apps.named
            let none = "There is no timeline in the folders of this server.\n"
            let list = paths.isEmpty ? none : paths.joined(separator: "\n") + "\n"
            return AgentAnswer(list, next: paths.isEmpty ? nil : "info of one of them.")
        }
        do throws(ToolError) {
            var (note, path, app) = ("", "", (path: String, url: String)?.none)
            var command = try tool.command(for: arguments) { (file) throws(ToolError) in
                guard AppArgument.isURL(file), control || apps.contains(file) else {
                    path = try folders.resolved(file)
                    return path
                }
                do { (path, note) = try apps.timeline(of: file) } catch { throw ToolError(error) }
                app = (path, file)
                // The live state needs no replay.
                let isLive = tool.name == "state" && [nil, "end"].contains(arguments["at"]) && note == ""
                return isLive ? file : path
            }
            if tool.name == "log", Set(arguments.members.map(\.key)).isSubset(of: ["file", "salvage"]) {
                command.append("--from=-30")
            }
            // Where another version of the program that is linked in replays.
            if tool.replays, let own = LinkedProgram.current,
                let found = try? Segment.all(at: path, nil).first?.header(), found.program == own.name,
                found.version != own.version
            {
                note += "Recorded by version \(found.version) of \(own.name); version \(own.version) replays it.\n"
            }
            if let program, tool.replays { command.append("--program=\(program)") }
            return AgentAnswer(command: command, app: app, note: note, next: tool.next, question)
        } catch { return AgentAnswer(error) }
    }
}
