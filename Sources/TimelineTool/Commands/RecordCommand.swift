internal import ArgumentParser
internal import TimelineKit
internal import TimelineReplay

struct RecordCommand: HasResult {
    static let configuration = CommandConfiguration(
        commandName: "record",
        abstract: "Record an app, or actions from standard input.",
        usage: """
            timeline record [<options>] -- <command> ...
            timeline record --program <name> [<options>]
            timeline record --from <url> [<options>]
            """,
        discussion: """
            Runs COMMAND with recording on. The app must create its Recorder with a folder, or with .requested. If the file \
            cannot be created, the app runs unrecorded, and the reason is printed. Signals and the exit status are passed \
            through. If the app crashes, a bundle of its last five steps is written beside the recording, with the signal, \
            the status and the frames of Swift's backtrace, which `info` shows. If SWIFT_BACKTRACE turns backtraces off, or \
            asks for a file, JSON or a prompt, it is not changed, and the bundle has no frames.

            With --program, each line of standard input is an action in JSON, reduced and recorded as it arrives. With \
            --from, the recording of a running app so far is downloaded from its TimelineHost.

            EXAMPLES:
              timeline record -o run.jsonl -- episodes
                record the example app
              echo '{"refreshTapped":{}}' | timeline record --program episodes -o run.jsonl
                reduce and record one action
              timeline record --from http://127.0.0.1:4000 -o run.jsonl
                download the timeline of a running app
            """)

    @Option(
        name: [.customShort("o"), .customLong("output")],
        help: ArgumentHelp("The file to write. (default: NAME-TIME.jsonl)", valueName: "file"), completion: .file())
    var output: String?

    @Flag(help: "Replace an existing file.")
    var force = false

    @Option(help: ArgumentHelp("Reduce actions from standard input with this program.", valueName: "name"))
    var program: String?

    @Option(help: ArgumentHelp("Download the timeline of a running app.", valueName: "url"))
    var from: String?

    @Argument(parsing: .postTerminator, help: ArgumentHelp("The app and its arguments.", valueName: "command"))
    var command: [String] = []

    func validate() throws {
        if from != nil {
            guard program == nil, command.isEmpty else {
                throw ValidationError("Pass --from without --program and without a command after --.")
            }
            return
        }
        if program == nil, command.isEmpty {
            throw ValidationError("Name the app after --, or the program with --program.")
        }
        if program != nil, !command.isEmpty { throw ValidationError("Pass either --program or a command after --.") }
        if let program, ProgramName(program) == nil {
            throw ValidationError(
                "--program \(program): give the name of the program, such as counter (\(ProgramName.rule)), and set TIMELINE_PROGRAM to the path of its executable."
            )
        }
        if let output, ProductFile.isPacked(output) {
            let plain = output.dropLast(".gz".count)
            throw ValidationError(
                "-o \(output): a recording is not compressed, because a crash would lose actions. Record to \(plain), then run: gzip \(Layout.argument(String(plain)))"
            )
        }
        if output == "-", program == nil {
            throw ValidationError("-o -: an app records to a file, because it uses standard output itself.")
        }
    }

    /// nil for other commands, and for a recording to standard output. The file is named here where no option names it.
    static func recordingOfActions(_ arguments: [String]) -> RecordCommand? {
        guard arguments.first == configuration.commandName, var recording = try? parse(Array(arguments.dropFirst())),
            let program = recording.program, recording.output != "-"
        else { return nil }
        recording.output = recording.output ?? RecordingFiles.name(for: ProgramName(program)?.text)
        recording.command = [program]
        return recording
    }

    func run() throws {
        if let from {
            try download(from)
        } else if let program {
            try recordActions(with: ProgramOption.parse([]).program(program, for: nil))
        } else {
            try recordApp()
        }
    }

    private func download(_ url: String) throws {
        if let output { try OutputOption.check(output, force: force) }
        let timeline = try AppArgument.withClient(of: url) { try await AppTimeline(of: &$0) }
        let journal = try timeline.journal()
        // The header is untrusted input: its program name becomes part of a path only if it is valid.
        let path = output ?? RecordingFiles.name(for: ProgramName(journal.header.program)?.text)
        if path == "-" { return _ = try StandardOutput.write(all: timeline) }
        try ProductFile.write(timeline, to: path, replacing: force)
        StandardError.write("\(path): \(Layout.count(journal.last - journal.first, "step")) recorded")
    }
}
