package import ArgumentParser
internal import TimelineDebugger
internal import TimelineJSON
internal import TimelineJournal
internal import TimelineSystem

package struct RepairCommand: ParsableCommand {
    package static let configuration = CommandConfiguration(
        commandName: "repair",
        abstract: "Write a sound copy of a damaged timeline, and say what was lost.",
        usage: """
            timeline repair <file> -o <file> [--force] [--json]
            """,
        discussion: """
            Needs no program, and never changes the original. Sound lines are kept byte for byte. Where damage took \
            steps, a gap says so, up to the next state on file: sound steps in between cannot be replayed, and are left \
            out. A folder of segments becomes one file. A sound timeline is copied as it is.

            Exits with 65 where nothing can be saved: there is no sound header, or no sound snapshot.

            EXAMPLES:
              timeline repair run.jsonl -o sound.jsonl
                a copy that every command reads, and a report
              timeline repair run.jsonl -o sound.jsonl --json | jq .lost
                the steps that are lost
              timeline repair run.jsonl -o sound.jsonl.gz
                a copy that is packed
            """)

    @Argument(
        help: ArgumentHelp("A timeline: a file, a folder of segments, or -.", valueName: "file"), completion: .file())
    var file: String

    @Option(
        name: [.customShort("o"), .customLong("output")],
        help: ArgumentHelp("The file to make; - is standard output; .gz packs it.", valueName: "file"),
        completion: .file())
    var output: String

    @Flag(help: "Replace a file that exists; never the original.")
    var force = false

    @OptionGroup var json: JSONOption

    package init() {}

    package func validate() throws {
        if json.isOn, output == "-" { throw ValidationError("--json and -o - both write to standard output.") }
    }

    package func run() throws {
        do { try repair() } catch { throw ToolError(error) }
    }

    private func repair() throws {
        try AppArgument.requireFile(file)
        if output != "-" {
            if file != "-", FileStatus.isSame(file, output) {
                throw ToolError(.usage, "-o \(output) is the timeline that is to be repaired; name another file")
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
        let bytes: Int
        do throws(FileError) {
            let status = salvage.status()
            if status != nil { try StatusPage.requireFree(beside: output) }
            bytes = try ProductFile.write(salvage.source, to: output, replacing: force)
            if let status { try Salvage.put(status, beside: output) }
        } catch {
            throw OutputOption.refusal(error)
        }
        StandardOutput.print(json.isOn ? text.json(output, bytes: bytes).description : text.text(output, bytes: bytes))
    }
}
