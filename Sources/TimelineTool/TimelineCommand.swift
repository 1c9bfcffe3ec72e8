package import ArgumentParser

#if canImport(Glibc)
    internal import Glibc
#elseif canImport(Musl)
    internal import Musl
#elseif canImport(Darwin)
    internal import Darwin
#endif

/// The root of the command line.
package struct TimelineCommand: ParsableCommand {
    package static let configuration = CommandConfiguration(
        commandName: "timeline",
        abstract: "Record what a Redux-like Swift app did, replay it, and find the action that broke it.",
        discussion: """
            A timeline is a file of JSON Lines that an app records. FILE is such a file, a folder of its segments, or - for \
            standard input; each may be packed by gzip. P is a position: \(positionForms).

            What is packed may unpack to 64 MiB, or to 200 times its packed bytes where that is more; TIMELINE_MAX_UNPACKED \
            sets another limit, in bytes.

            Exit status: 0 done, or found; 1 a negative finding; 2 can't tell; 64 usage; 65 damaged or foreign file; 69 \
            program or app not found; 70 a fault of ours; 73 can't create the output.

            EXAMPLES:
              timeline bisect run.jsonl --bad '$.comments.unread < 0'
              timeline record -o run.jsonl -- episodes
            """,
        version: "0.1.0",
        groupedSubcommands: [
            CommandGroup(name: "MAKE A RECORDING", subcommands: [RecordCommand.self]),
            CommandGroup(
                name: "LOOK AT IT",
                subcommands: [InfoCommand.self, LogCommand.self, StateCommand.self, DiffCommand.self]),
            CommandGroup(
                name: "FIND OUT WHY", subcommands: [ReplayCommand.self, BisectCommand.self, BundleCommand.self]),
            CommandGroup(name: "WHILE IT RUNS", subcommands: [SendCommand.self, WatchCommand.self]),
            CommandGroup(name: "MEND IT, PASS IT ON", subcommands: [RepairCommand.self, RedactCommand.self]),
        ])

    package init() {}

    private static let positionForms = "17, end, -5 (from the end), @12.5s or %name (a mark)"

    /// Refuses a command that does not exist by its name; to the parser, it would be an argument too many.
    private static func requireCommand(in arguments: [String]) throws(ToolError) {
        let commands = configuration.groupedSubcommands.flatMap(\.subcommands)
        let names = commands.compactMap { $0.configuration.commandName }
        let named = arguments.first == "help" ? arguments.dropFirst().first : arguments.first
        guard let named, !named.hasPrefix("-"), named != "help", !names.contains(named) else { return }
        let list = names.dropLast().joined(separator: ", ") + " and " + names.last!
        throw ToolError(.usage, "there is no command \"\(named)\". The commands are \(list).")
    }

    /// Runs the command that the arguments of the process name, and exits with its status.
    static func runAndExit() -> Never {
        // A closed pipe is no error; it is noticed where it is written to.
        signal(SIGPIPE, SIG_IGN)
        do {
            let arguments = Array(CommandLine.arguments.dropFirst())
            try requireCommand(in: arguments)
            var command = try parseAsRoot(PositionArguments.prepared(arguments))
            try command.run()
        } catch let error as ToolError {
            StandardOutput.flush()
            if !error.message.isEmpty {
                StandardError.write("Error: \(Layout.visible(error.message, exceptLines: true))")
            }
            systemExit(error.status)
        } catch {
            // What the parser has to say: help that was asked for, or what is wrong with the arguments.
            let message = fullMessage(for: error)
            let status = exitCode(for: error)
            if status == .success { StandardOutput.print(HelpText.arranged(message)) }
            StandardOutput.flush()
            if status == .success { systemExit(0) }
            StandardError.write(message.isEmpty ? "Error: \(error)" : message)
            systemExit((status == .validationFailure ? ExitStatus.usage : .fault).rawValue)
        }
        StandardOutput.flush()
        systemExit(0)
    }
}
