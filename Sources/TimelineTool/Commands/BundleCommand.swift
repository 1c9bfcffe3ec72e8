internal import ArgumentParser
internal import TimelineKit
internal import TimelineReplay

struct BundleCommand: CallsProgram {
    static let configuration = CommandConfiguration(
        commandName: "bundle",
        abstract: "Cut a timeline to its last steps, for a crash report, or to any part.",
        usage: "timeline bundle <file> [<options>]",
        discussion: """
            A bundle is a timeline: every command works on it. If the reducer of the last step did not return, or may not \
            have, the step is kept and not run. If the bundle exceeds its size limit, the oldest steps are dropped, and \
            its header records how many were requested.

            Services limit attachments: GitHub to 25 MB with the name .txt, Sentry to 20 MB, Jira to 10 MiB, Crashlytics \
            to 64 kB, Bugsnag to 1 MB. A bundle contains what people typed: `timeline redact` hides it.

            EXAMPLES:
              timeline bundle run.jsonl
                the last five steps, in run.bundle.jsonl
              timeline bundle run.jsonl --from 10 --to 20 -o part.jsonl
                the state at position 10 and the ten steps after it
              timeline bundle run.jsonl --last 50 --max-bytes 25000000 -o crash.txt
                the last fifty, to attach to an issue on GitHub
              timeline bundle run.jsonl --last 50 --max-bytes 1000000 -o crash.jsonl
                as many of the last fifty as fit
              timeline bundle run.jsonl --last 50 --max-bytes 20000 -o crash.jsonl.gz
                compressed; the limit applies to the compressed size
            """)

    @OptionGroup var journal: JournalArgument

    @Option(parsing: .unconditional, help: ArgumentHelp("The number of steps to keep. (default: 5)", valueName: "n"))
    var last: Int?

    @OptionGroup var part: RangeOptions

    @Option(parsing: .unconditional, help: ArgumentHelp("The maximum size in bytes.", valueName: "n"))
    var maxBytes: Int?

    @OptionGroup var output: OutputOption
    @OptionGroup var json: JSONOption
    @OptionGroup var program: ProgramOption

    func validate() throws {
        if let last, last < 1 { throw ValidationError("--last \(last): give a number from 1.") }
        if last != nil, !part.isEmpty { throw ValidationError("--from and --to name the steps: omit --last.") }
        if let maxBytes, maxBytes < 1 { throw ValidationError("--max-bytes \(maxBytes): give a number from 1.") }
        try output.validate(else: defaultPath, json)
    }

    private var defaultPath: String { ProductFile.path(beside: journal.path, "bundle") }

    func run() throws {
        try AppArgument.requireFile(self.journal.file)
        let path = output.path ?? defaultPath
        try output.check(path, of: journal.path, "a bundle")
        let journal = try journal.openForSeeking()
        let range = part.isEmpty ? nil : try part.range(in: journal, end: journal.last)
        let isLastStepKnown = try range?.upperBound ?? .max < journal.last || journal.isLastReduced() != nil
        let ending = CrashBundle.Ending().completed(by: noteToReplace(at: path, of: journal))
        let program = try program.program(journal.header.program, for: journal.name)
        let made = try make(journal, program, range, ending, ProductFile.isPacked(path), isLastStepKnown)
        let bytes = try output.write(made.bytes, to: path)
        if !isLastStepKnown {
            StandardError.write(
                """
                Warning: \(Layout.visible(journal.name)) has neither an end line nor a status page, so it is unknown whether the reducer of step \
                \(journal.last) returned: the bundle keeps that step last, and it was not run
                """)
        }
        let whole = made.first...made.first + made.states
        if let range, whole != range, maxBytes == nil {
            StandardError.write(
                """
                Warning: not all of positions \(range.lowerBound) to \(range.upperBound) are on file: the part has positions \
                \(whole.lowerBound) to \(whole.upperBound)
                """)
        }
        if json.isOn {
            StandardOutput.print(PrintedSchema.bundled.json((path, made, bytes)).description)
        } else if path != "-" {
            let steps = Layout.count(made.states, "step")
            let size = Layout.count(bytes, "byte")
            StandardOutput.print("\(path): \(steps) from position \(made.first), \(size)")
        }
        StandardOutput.flush()
        if let warning = try RequestedStates.disagreement(program, journal, made.first) {
            StandardError.write("Warning: \(warning)")
        }
    }

    private func make(
        _ journal: Journal, _ program: some Program, _ range: ClosedRange<Int>?, _ ending: CrashBundle.Ending,
        _ isPacked: Bool, _ isLastStepKnown: Bool
    ) throws -> CrashBundle {
        let watch = TrapReport.watch(journal)
        let make = { (limit: Int?) in
            try CrashBundle(
                of: journal, program: program, last: last ?? 5, part: range, limit: limit ?? .max, ending: ending,
                isLastStepKnown: isLastStepKnown, onReducing: watch)
        }
        guard isPacked, let maxBytes else { return try make(maxBytes) }
        var made = try make(nil)
        // Compresses each next bundle to learn its size. A shorter one compresses less well, so it takes a few.
        while case let size = Gzip.size(of: made.bytes), size > maxBytes {
            do { made = try make(made.bytes.count * maxBytes / size) } catch BundleError.tooLarge(let smallest, _) {
                made = try make(smallest)
                let size = Gzip.size(of: made.bytes)
                if size > maxBytes { throw BundleError.tooLarge(bytes: size, limit: maxBytes) }
            }
        }
        return made
    }

    /// A bundle that `record` made holds the signal, status and backtrace, which the timeline does not.
    private func noteToReplace(at path: String, of journal: Journal) -> BundleNote? {
        guard output.force, path != "-", let before = try? Journal(opening: path, unpacker: GzipUnpacker()).header,
            before.session == journal.header.session, before.bundle?.lastSeq == journal.last
        else { return nil }
        return before.bundle
    }
}
