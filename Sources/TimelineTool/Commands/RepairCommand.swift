package import ArgumentParser
internal import TimelineDebugger
internal import TimelineJSON
internal import TimelineJournal
internal import TimelineSystem

package struct RepairCommand: ParsableCommand {
    package static let configuration = CommandConfiguration(
        commandName: "repair",
        abstract: "Write a valid copy of a damaged timeline, and list what was lost.",
        usage: """
            timeline repair <file> -o <file> [--force] [--json]
            """,
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

    @Option(
        name: [.customShort("o"), .customLong("output")],
        help: ArgumentHelp("The file to write; - is standard output; .gz compresses it.", valueName: "file"),
        completion: .file())
    var output: String

    @Flag(help: "Replace an existing file; never the original.")
    var force = false

    @OptionGroup var json: JSONOption

    package init() {}

    package func validate() throws {
        if json.isOn, output == "-" { throw ValidationError("--json and -o - both write to standard output.") }
    }

    package func run() throws {
        try AppArgument.requireFile(file)
        if output != "-" {
            if file != "-", FileStatus.isSame(file, output) {
                throw ToolError(.usage, "-o \(output): a repaired copy must not replace its original")
            }
            try OutputOption.requireOutside(output, of: file)
            try OutputOption.check(output, force: force)
        }
        var bar = ProgressBar("Reading")
        let salvage = try Salvage(of: file, unpacker: GzipUnpacker()) { bar.update($0, of: $1) }
        bar.finish()
        let text = SalvageText(salvage.report)
        guard output != "-" else {
            _ = try StandardOutput.write(all: salvage.source)
            return text.warnings.forEach { StandardError.write("Warning: \(Layout.visible($0))") }
        }
        let bytes = try OutputOption.checkingOutput { () throws(FileError) in
            let status = salvage.status()
            if status != nil { try StatusPage.requireFree(beside: output) }
            let bytes = try ProductFile.write(salvage.source, to: output, replacing: force)
            if let status { try Salvage.put(status, beside: output) }
            return bytes
        }
        StandardOutput.print(json.isOn ? text.json(output, bytes: bytes).description : text.text(output, bytes: bytes))
    }
}
