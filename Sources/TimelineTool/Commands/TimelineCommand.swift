internal import ArgumentParser
internal import Synchronization
internal import TimelineDebugger
internal import TimelineRemote

struct TimelineCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: Invocation.executable,
        abstract: "Record what a Redux-like Swift app did, replay it, and find the action that broke it.",
        discussion: """
            A timeline is a file of JSON Lines that an app records. FILE is such a file, a folder of its segments, or - for \
            standard input; each may be compressed with gzip. P is a position: 17, end, -5 (from the end), \
            @12.5s or %name (a mark).

            A compressed timeline may expand to 64 MiB or 200 times its size, whichever is larger; TIMELINE_MAX_UNPACKED \
            sets another limit, in bytes. A reducer may take 60 seconds, in explore 10, or TIMELINE_TIMEOUT; 0 is no limit.

            Exit status: 0 done, or found; 1 a negative finding; 2 can't tell, as where a reducer traps; 64 usage; 65 damaged \
            or foreign file; 69 program or app not found; 70 internal error; 73 can't create the output.

            --generate-completion-script bash, zsh or fish prints completions.

            EXAMPLES:
              timeline bisect run.jsonl --bad '$.comments.unread < 0'
              timeline record -o run.jsonl -- episodes
            """,
        version: "0.1.0",
        subcommands: [WorkerCommand.self],
        groupedSubcommands: [
            CommandGroup(name: "RECORD", subcommands: [RecordCommand.self]),
            CommandGroup(
                name: "INSPECT",
                subcommands: [
                    InfoCommand.self, LogCommand.self, StateCommand.self, DiffCommand.self, ViewCommand.self,
                ]),
            CommandGroup(
                name: "DIAGNOSE",
                subcommands: [
                    ReplayCommand.self, DebugCommand.self, BisectCommand.self, BlameCommand.self, WhenCommand.self,
                    VerifyCommand.self, MinimizeCommand.self, TestCommand.self, BundleCommand.self,
                    ExploreCommand.self, TriageCommand.self,
                ]),
            CommandGroup(name: "LIVE", subcommands: [ServeCommand.self, SendCommand.self, WatchCommand.self]),
            CommandGroup(name: "MAINTAIN", subcommands: [RepairCommand.self, RedactCommand.self, ConvertCommand.self]),
            CommandGroup(name: "PROGRAMS AND AGENTS", subcommands: [SchemaCommand.self, MCPCommand.self]),
        ])

    private static var commands: [any ParsableCommand.Type] { configuration.groupedSubcommands.flatMap(\.subcommands) }

    static let names = commands.compactMap { $0.configuration.commandName }

    /// Rejects an unknown command by its name; the parser would report an unexpected argument.
    private static func requireCommand(in arguments: [String]) throws(ToolError) {
        let named = arguments.first == "help" ? arguments.dropFirst().first : arguments.first
        let hidden = configuration.ungroupedSubcommands.flatMap {
            [$0.configuration.commandName ?? ""] + $0.configuration.aliases
        }
        guard let named, !named.hasPrefix("-"), named != "help", !(names + hidden).contains(named) else { return }
        let meant = names.first { $0.difference(from: named).count <= 2 }.map { ": did you mean \($0)?" } ?? "."
        throw ToolError(.usage, "unknown command \"\(named)\"\(meant) The commands are \(Layout.list(names, "and")).")
    }

    private static func callsProgram(_ arguments: [String]) -> Bool {
        guard let name = arguments.first, !arguments.contains(where: { ["-h", "--help"].contains($0) }) else {
            return false
        }
        if name == RecordCommand.configuration.commandName {
            return arguments.contains { $0 == "--program" || $0.hasPrefix("--program=") } && !arguments.contains("--")
        }
        return commands.contains { $0 is any CallsProgram.Type && $0.configuration.commandName == name }
    }

    static func runAndExit() -> Never {
        // A closed pipe is detected by the write that fails.
        Signal.brokenPipe.ignore()
        let arguments = Array(CommandLine.arguments.dropFirst())
        SupervisedProcess.begin()
        if !SupervisedProcess.isSupervised, callsProgram(arguments) {
            Supervisor.run(RecordCommand.recordingOfActions(arguments))
        }
        do {
            try requireCommand(in: arguments)
            var command = try parseAsRoot(PositionArguments.prepared(arguments))
            let hasResult = (command as? ReplayCommand)?.verify ?? (command is any HasResult)
            StandardOutput.hasResult.store(hasResult, ordering: .relaxed)
            try command.run()
        } catch {
            if let error = ToolError(known: error) {
                StandardOutput.flush()
                if !error.message.isEmpty {
                    // A URL that was mistaken for a file may contain a token.
                    let message = Invocation.named(RemoteToken.masked(in: error.message))
                    StandardError.write("Error: \(Layout.visible(message, exceptLines: true))")
                }
                SupervisedProcess.exit(error.status)
            }
            let status = exitCode(for: error)
            let columns = status == .success ? StandardOutput.columns : StandardError.columns
            let message = fullMessage(for: error, columns: max(columns, HelpText.leastColumns))
            guard status == .success else {
                StandardOutput.flush()
                let text = message.isEmpty ? "Error: \(error)" : message
                StandardError.write(Invocation.named(RemoteToken.masked(in: text)))
                SupervisedProcess.exit((status == .validationFailure ? ExitStatus.usage : .internalError).rawValue)
            }
            if CommandLine.arguments.contains(where: HelpText.isGenerator) {
                StandardOutput.write(Array("\(message)\n".utf8))
            } else {
                StandardOutput.print(HelpText.arranged(message, wide: fullMessage(for: error, columns: 80)))
            }
        }
        StandardOutput.flush()
        SupervisedProcess.exit(0)
    }
}
