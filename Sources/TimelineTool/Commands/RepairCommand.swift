internal import ArgumentParser
internal import TimelineDebugger
internal import TimelineKit

struct RepairCommand: HasResult {
    static let configuration = CommandConfiguration(
        commandName: "repair",
        abstract: "Write a valid copy of a damaged timeline, and list what was lost.",
        usage: "timeline repair <file> -o <file> [--force] [--json]",
        discussion: """
            Needs no program, and never changes the original. Valid lines are copied byte for byte. A gap line replaces \
            damaged steps, and the valid steps between them and the next recorded state, which cannot be replayed. A \
            folder of segments becomes one file. A valid timeline is copied unchanged.

            Exits with 65 if nothing can be recovered: there is no valid header, or no valid snapshot.

            EXAMPLES:
              timeline repair run.jsonl -o repaired.jsonl
                a copy that every command reads, and a report
              timeline repair run.jsonl -o repaired.jsonl --json | jq .lost
                the steps that are lost
              timeline repair run.jsonl -o repaired.jsonl.gz
                a compressed copy
            """)

    @Argument(
        help: ArgumentHelp("A timeline: a file, a folder of segments, or -.", valueName: "file"), completion: .file())
    var file: String

    @OptionGroup var output: OutputOption
    @OptionGroup var json: JSONOption

    func validate() throws {
        if output.path == nil { throw ValidationError("Name the copy with -o.") }
        try output.validate(else: "-", json)
    }

    func run() throws {
        try AppArgument.requireFile(file)
        let path = output.path ?? "-"
        try output.check(path, of: file, "a repaired copy")
        var bar = ProgressBar("Reading")
        let salvage = try Salvage(of: JournalArgument.newestRun(of: file), unpacker: GzipUnpacker()) {
            bar.update($0, of: $1)
        }
        bar.finish()
        let report = salvage.report
        guard path != "-" else {
            _ = try StandardOutput.write(all: salvage.source)
            return report.warnings { $0 }.forEach { StandardError.write("Warning: \(Layout.visible($0))") }
        }
        let status = salvage.status()
        if status != nil { try StatusPage.requireFree(beside: path) }
        let bytes = try output.write(salvage.source, to: path)
        if let status { try Salvage.put(status, beside: path) }
        let answer = SalvageReport.fields.json((report, path, bytes))
        StandardOutput.print(json.isOn ? answer.description : report.text(path, bytes: bytes))
    }
}
