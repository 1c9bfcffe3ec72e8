package import ArgumentParser
internal import TimelineJSON
internal import TimelineJournal
internal import TimelineKit
internal import TimelineSystem

package struct BundleCommand: ParsableCommand {
    package static let configuration = CommandConfiguration(
        commandName: "bundle",
        abstract: "Cut a timeline to its last steps, to attach to a crash report.",
        usage: """
            timeline bundle <file> [--last <n>] [--for <place>] [--max-bytes <n>]
                            [-o <file>] [--force] [--json] [--program <path>]
                            [--recover <how>]
            """,
        discussion: """
            A bundle is a timeline: every command works on it. A step whose reducer never returned, or may not \
            have returned, stays last in it, and is not run. \
            Where it would take more bytes than it may, the oldest steps go, and its header says how many were asked for.

            PLACE is where it is sent to, and sets how large it may be and how it is called: github (25 MB, .txt), sentry \
            (20 MB), jira (10 MiB), crashlytics (64 kB) or bugsnag (1 MB). What people typed is in a bundle, too: \
            `timeline redact` hides it.

            EXAMPLES:
              timeline bundle run.jsonl
                the last five steps, in run.bundle.jsonl
              timeline bundle run.jsonl --last 50 --for github
                the last fifty, in run.bundle.txt, to attach to an issue
              timeline bundle run.jsonl --last 50 --max-bytes 1000000 -o crash.jsonl
                as many of the last fifty as fit
              timeline bundle run.jsonl --last 50 --max-bytes 20000 -o crash.jsonl.gz
                packed; then the limit counts the packed bytes
            """)

    @OptionGroup var journal: JournalArgument

    @Option(help: ArgumentHelp("How many steps to keep.", valueName: "n"))
    var last = 5

    @Option(
        name: .customLong("for"),
        help: ArgumentHelp("Where it is sent to, for its size and its name.", valueName: "place"))
    var place: DestinationName?

    @Option(help: ArgumentHelp("Keep fewer where the bundle would take more bytes.", valueName: "n"))
    var maxBytes: Int?

    @Option(help: ArgumentHelp("The signal that ended the app.", visibility: .private))
    var signal: String?

    @Option(help: ArgumentHelp("The status that the app exited with.", visibility: .private))
    var status: Int?

    @Option(help: ArgumentHelp("A file that says where the app was, as a bundle has it.", visibility: .private))
    var backtrace: String?

    @OptionGroup var output: OutputOption
    @OptionGroup var json: JSONOption
    @OptionGroup var program: ProgramOption

    package init() {}

    package func validate() throws {
        if last < 1 { throw ValidationError("--last \(last): a bundle holds at least 1 step.") }
        if let maxBytes, maxBytes < 1 { throw ValidationError("--max-bytes \(maxBytes): give at least 1 byte.") }
        if json.isOn, output.path == "-" { throw ValidationError("--json and -o - both write to standard output.") }
    }

    package func run() throws {
        try AppArgument.requireFile(self.journal.file)
        let path = output.path ?? (journal.file == "-" ? "-" : self.path)
        guard path == "-" || !FileStatus.isSame(path, journal.file) else {
            throw ToolError(.usage, "-o \(path): that is the timeline itself, which a bundle must not replace")
        }
        try OutputOption.requireOutside(path, of: journal.file)
        try output.check(path)
        let journal = try journal.open()
        let made: CrashBundle
        let disagreement: () throws -> String?
        do {
            let replaced = noteToReplace(at: path, of: journal)
            let ending = CrashBundle.Ending(
                signal: signal ?? replaced?.signal, exitStatus: status ?? replaced?.exitStatus,
                backtrace: try readBacktrace() ?? replaced?.backtrace)
            let program = try program.program(journal.header.program, for: journal.name)
            made = try make(journal, program, ending, packed: ProductFile.isPacked(path))
            disagreement = { [first = made.first] in try States.disagreement(program, journal, first) }
        } catch BundleError.tooLarge(let file, let bytes, let limit) where limit != maxBytes {
            throw ToolError(.negative, tooLarge(file, bytes, limit))
        } catch {
            throw ToolError(error)
        }
        let bytes = try output.write(made.bytes, to: path)
        if journal.isLastReduced == nil {
            RecoverOption.warn(
                """
                \(journal.name) has no end, and no status page beside it, so whether the reducer of step \
                \(journal.index.last) returned is not known: that step stays last in the bundle, and was not run
                """)
        }
        if json.isOn {
            let answer = JSON.members([
                "bundle": .string(path), "states": .int(made.states), "first": .int(made.first),
                "bytes": .int(bytes),
            ])
            StandardOutput.print(answer.description)
        } else if path != "-" {
            let steps = Layout.count(made.states, "step")
            let size = Layout.count(bytes, "byte")
            StandardOutput.print("\(path): \(steps) from position \(made.first), \(size)")
        }
        StandardOutput.flush()
        do { if let warning = try disagreement() { StandardError.write("Warning: \(warning)") } } catch {
            throw ToolError(error)
        }
        if let place, path != "-", place.refuses(path) {
            let name = place.destination.fileExtension
            StandardError.write(
                "Warning: \(place) does not take \(Layout.visible(path)) by that name; let it end in .\(name)")
        }
    }

    /// The smaller of the limits that were asked for.
    private var limit: Int? { [maxBytes, place?.destination.maxBytes].compactMap(\.self).min() }

    private func tooLarge(_ file: String, _ bytes: Int, _ limit: Int) -> String {
        """
        a bundle of \(file) takes at least \(bytes) bytes, for one state and the step after it, and \
        \(place?.rawValue ?? "its place") takes \(limit).
        Send it elsewhere, or make it without --for and send where it can be found.
        """
    }

    /// - Parameter packed: Whether the file is packed: the limit is on its bytes.
    private func make(
        _ journal: Journal, _ program: some Program, _ ending: CrashBundle.Ending, packed: Bool
    ) throws(BundleError) -> CrashBundle {
        let watch = TrapReport.watch()
        let make = { (limit: Int?) throws(BundleError) in
            try CrashBundle(
                of: journal, program: program, last: last, limit: limit, ending: ending,
                isLastStepKnown: journal.isLastReduced != nil, reducing: watch)
        }
        guard packed, let limit else { return try make(limit) }
        return try PackedBundle.fitting(limit, of: journal.name, make)
    }

    /// What the bundle of the same run says of its end that this one takes the place of, as one that `record` left does:
    /// the timeline itself does not say it.
    private func noteToReplace(at path: String, of journal: Journal) -> BundleNote? {
        guard output.force, path != "-",
            let before = try? Journal(opening: path, unpacker: GzipUnpacker()).header,
            before.session == journal.header.session, before.bundle?.lastSeq == journal.index.last
        else { return nil }
        return before.bundle
    }

    private func readBacktrace() throws -> Backtrace? {
        guard let path = backtrace else { return nil }
        let bytes = try FileBytes(opening: path).read(at: 0, count: BacktraceLog.byteLimit)
        guard let read = Backtrace(try JSON(parsing: bytes)) else {
            throw ToolError(.usage, "--backtrace \(path): it holds no frames")
        }
        return read
    }

    private var path: String { Self.path(beside: journal.file, place?.destination.fileExtension ?? "jsonl") }

    /// `run.jsonl` has its bundle in `run.bundle.jsonl`, unless that name is not taken where it goes; and `run.jsonl.gz` has
    /// it there, too.
    static func path(beside file: String, _ fileExtension: String = "jsonl") -> String {
        var stem = file
        while stem.count > 1, stem.hasSuffix("/") { stem.removeLast() }
        if stem.hasSuffix(".jsonl.gz") { stem.removeLast(".gz".count) }
        if stem.hasSuffix(".jsonl") { stem.removeLast(".jsonl".count) }
        return "\(stem).bundle.\(fileExtension)"
    }
}
