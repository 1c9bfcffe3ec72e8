package import ArgumentParser
internal import TimelineJSON
internal import TimelineJournal
internal import TimelineKit

package struct BundleCommand: ParsableCommand {
    package static let configuration = CommandConfiguration(
        commandName: "bundle",
        abstract: "Cut a timeline to its last steps, to attach to a crash report.",
        usage: """
            timeline bundle <file> [--last <n>] [--max-bytes <n>] [-o <file>]
                            [--force] [--json] [--program <path>] [--recover <how>]
            """,
        discussion: """
            A bundle is a timeline: every command works on it. A step whose reducer never returned stays last in it.

            EXAMPLES:
              timeline bundle run.jsonl
                the last five steps, in run.bundle.jsonl
              timeline bundle run.jsonl --last 50 --max-bytes 1000000 -o crash.jsonl
                as many of the last fifty as fit
              timeline bundle run.jsonl --last 50 --max-bytes 20000 -o crash.jsonl.gz
                packed; then the limit counts the packed bytes
            """)

    @OptionGroup var journal: JournalArgument

    @Option(help: ArgumentHelp("How many steps to keep.", valueName: "n"))
    var last = 5

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
        let path = output.path ?? (journal.file == "-" ? "-" : Self.path(beside: journal.file))
        try output.check(path)
        guard path == "-" || !OutputFile.isSame(path, journal.file) else {
            throw ToolError(.usage, "-o \(path): that is the timeline itself, which a bundle must not replace")
        }
        let journal = try journal.open()
        let made: CrashBundle
        do {
            let replaced = noteToReplace(at: path, of: journal)
            let ending = CrashBundle.Ending(
                signal: signal ?? replaced?.signal, exitStatus: status ?? replaced?.exitStatus,
                backtrace: try readBacktrace() ?? replaced?.backtrace)
            let program = try program.program(journal.header.program, for: journal.name)
            made = try make(journal, program, ending, packed: ProductFile.isPacked(path))
        } catch {
            throw ToolError(error)
        }
        let bytes = try output.write(made.bytes, to: path)
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
    }

    /// - Parameter packed: Whether the file is packed: the limit is on its bytes.
    private func make(
        _ journal: Journal, _ program: some Program, _ ending: CrashBundle.Ending, packed: Bool
    ) throws(BundleError) -> CrashBundle {
        let watch = TrapReport.watch()
        let make = { (limit: Int?) throws(BundleError) in
            try CrashBundle(
                of: journal, program: program, last: last, limit: limit, ending: ending, willReduce: watch)
        }
        guard packed, let maxBytes else { return try make(maxBytes) }
        return try PackedBundle.fitting(maxBytes, of: journal.name, make)
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

    /// `run.jsonl` has its bundle in `run.bundle.jsonl`, and `run.jsonl.gz` has it there, too.
    static func path(beside file: String) -> String {
        var stem = file
        while stem.count > 1, stem.hasSuffix("/") { stem.removeLast() }
        if stem.hasSuffix(".jsonl.gz") { stem.removeLast(".gz".count) }
        if stem.hasSuffix(".jsonl") { stem.removeLast(".jsonl".count) }
        return stem + ".bundle.jsonl"
    }
}
