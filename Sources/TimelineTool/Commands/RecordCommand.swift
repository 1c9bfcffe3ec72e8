package import ArgumentParser
internal import TimelineDebugger
internal import TimelineJournal
internal import TimelineKit

package struct RecordCommand: ParsableCommand {
    package static let configuration = CommandConfiguration(
        commandName: "record",
        abstract: "Run an app with recording on, or reduce actions from standard input.",
        usage: """
            timeline record [-o <file>] [--force] -- <command> ...
            timeline record --program <name> [-o <file>] [--force]
            timeline record --from <url> [-o <file>] [--force]
            """,
        discussion: """
            The app must create its Recorder with a folder, or with .requested. Where the file cannot be created, the \
            app runs unrecorded, and the reason is printed. Signals and the exit status are passed through. Where the app crashes, a bundle of its last five steps is left beside the recording, with the \
            signal, the status, and the frames of Swift's own backtrace; `info` shows where it was. SWIFT_BACKTRACE \
            is passed on; where it asks for none, a file, JSON or a prompt, it is left alone, and there are no frames.

            With --program, each line of standard input is an action in JSON; it is stamped as it arrives. With --from, \
            what a running app has recorded so far is taken from its TimelineHost.

            EXAMPLES:
              timeline record -o run.jsonl -- episodes
                record the example app
              echo '{"refreshTapped":{}}' | timeline record --program episodes -o run.jsonl
                reduce one action, and record it
              timeline record --from http://127.0.0.1:4000 -o run.jsonl
                take the timeline of a running app
            """)

    @Option(
        name: [.customShort("o"), .customLong("output")],
        help: ArgumentHelp("The file to make. (default: NAME-TIME.jsonl)", valueName: "file"), completion: .file())
    var output: String?

    @Flag(help: "Replace a file that exists.")
    var force = false

    @Option(help: ArgumentHelp("Reduce actions from standard input with this program.", valueName: "name"))
    var program: String?

    @Option(help: ArgumentHelp("Take the timeline of a running app, so far.", valueName: "url"))
    var from: String?

    @Argument(parsing: .postTerminator, help: ArgumentHelp("The app and its arguments.", valueName: "command"))
    var command: [String] = []

    package init() {}

    package func validate() throws {
        if from != nil {
            guard program == nil, command.isEmpty else {
                throw ValidationError("--from cannot stand with --program, nor with a command after --.")
            }
            return
        }
        switch (program, command.isEmpty) {
        case (nil, true): throw ValidationError("Name the app after --, or the program with --program.")
        case (_?, false): throw ValidationError("--program and a command after -- cannot stand together.")
        default: break
        }
        if let program, ProgramName(program) == nil {
            throw ValidationError(
                "--program \(program): give the name of the program, such as counter (\(ProgramName.rule)), and set TIMELINE_PROGRAM to say where its executable is."
            )
        }
        if let output, ProductFile.isPacked(output) {
            let plain = output.dropLast(".gz".count)
            throw ValidationError(
                "-o \(output): a recording is not packed while it is made, so that a crash costs no action. Record to \(plain), and pack that after: gzip \(plain)"
            )
        }
        if output == "-", program == nil {
            throw ValidationError("-o -: an app records into a file; standard output is its own.")
        }
    }

    package func run() throws {
        do {
            if let from {
                try LiveRecording(output: output, force: force).run(from: try AppArgument.client(for: from))
            } else if let program {
                let recording = ActionRecording(output: output, force: force)
                try recording.run(with: ProgramOption.parse([]).program(program, for: nil))
            } else {
                try AppRecording(command: command, output: output, force: force).run()
            }
        } catch {
            throw ToolError(error)
        }
    }
}
