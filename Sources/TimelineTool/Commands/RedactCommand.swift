package import ArgumentParser
internal import TimelineDebugger
internal import TimelineJSON
internal import TimelineJournal
internal import TimelineSystem

package struct RedactCommand: ParsableCommand {
    package static let configuration = CommandConfiguration(
        commandName: "redact",
        abstract: "Make a clean copy of a timeline, with pseudonyms for what must not leave.",
        usage: """
            timeline redact <file> -o <file> [--path <path> ...]
                            [--action-path <path> ...] [--paths <file>] [--marks]
                            [--key-file <file>] [--force] [--json] [--recover <how>]
            timeline redact --check <file> ... [--path <path> ...]
                            [--action-path <path> ...] [--paths <file>] [--marks]
                            [--json]
            """,
        discussion: """
            Needs no program. PATH is a JSONPath (RFC 9535): $.user.email; with a ~ after it, the names of an object's \
            members. A value has the same pseudonym everywhere, so what was equal stays equal, and the copy replays as \
            before unless the reducer looks into what is hidden. Truth values, null and what is empty are left. A value \
            that goes from an action into the state must be hidden in both; where a text that was hidden still stands \
            elsewhere, by itself or (of four characters or more) in a longer one, a warning says so. Actions that were not encoded are hidden whole. A folder of segments becomes a \
            folder.

            --check makes no copy: it exits with 1 where something stands in the open at these paths, or at those that \
            the header says are hidden, and names the places, never the values; then also where such a text of four \
            characters or more stands elsewhere. What looks like a pseudonym passes where the header says that its place \
            is hidden; elsewhere the answer is that it can't be told (2). Truth values and null always pass. What a clean copy hides it does not know: look for that when the copy is made.

            EXAMPLES:
              timeline redact run.jsonl -o b.jsonl --path '$..show' --action-path '$..show'
                a copy without the names of shows, and a report
              timeline redact run.jsonl -o clean.jsonl --paths hidden.txt
                the same for the paths that a team keeps in a file
              timeline redact --check run.jsonl --path '$.detail.search'
                whether all of that is hidden
            """)

    @Argument(
        help: ArgumentHelp("A timeline: a file, a folder of segments, or -.", valueName: "file"), completion: .file())
    var files: [String]

    @Flag(help: "Check that all of it is hidden; makes no copy, and takes any number of timelines.")
    var check = false

    @OptionGroup var hidden: HiddenPathsOption
    @OptionGroup var key: RedactionKeyOption
    @OptionGroup var output: OutputOption
    @OptionGroup var json: JSONOption
    @OptionGroup var recover: RecoverOption

    package init() {}

    package func validate() throws {
        if check {
            for (isGiven, option) in [
                (output.path != nil, "-o"), (output.force, "--force"), (key.file != nil, "--key-file"),
                (recover.how == .salvage, "--recover salvage"),
            ] where isGiven {
                throw ValidationError(
                    "--check judges what is there, and makes no copy: \(option) cannot stand with it.")
            }
        } else {
            if files.count > 1 {
                throw ValidationError("One timeline at a time is copied, and \(files.count) are named.")
            }
            if output.path == nil { throw ValidationError("Name the copy with -o.") }
            if hidden.isEmpty {
                throw ValidationError("Name what is to be hidden, with --path, --action-path, --paths or --marks.")
            }
            if json.isOn, output.path == "-" {
                throw ValidationError("--json and -o - both write to standard output.")
            }
        }
    }

    package func run() throws {
        do {
            for file in files { try AppArgument.requireFile(file) }
            if check { try runCheck() } else { try copy(files[0], to: output.path ?? "-") }
        } catch {
            throw ToolError(error)
        }
    }

    // MARK: - Copying

    private func copy(_ file: String, to path: String) throws {
        let paths = try hidden.read()
        let redactor = JournalRedactor(
            state: paths.state, actions: paths.actions, marks: hidden.marks, pseudonyms: try key.pseudonyms())
        let isFolder = file != "-" && FileStatus.isFolder(file)
        try requireFree(path, file, isFolder)
        let journal = try recover.open(file)
        try requireSound(journal)
        // What was salvaged of a folder is one file.
        let salvaged = isFolder ? try JournalFolder.journals(in: file)[0] : file
        if isFolder { try requireOwn(path, journal) }
        let clean = try RedactingCopy(of: journal, redactor) { original in
            if path == "-" { return "standard output" }
            return isFolder ? "\(path)/\(recover.how == .salvage ? salvaged : RedactingCopy.last(original))" : path
        }
        if isFolder { try clean.write(toFolder: path, output) } else { try clean.write(toFile: path, output) }
        let text = RedactionText(clean.summary, marks: hidden.marks, open: clean.open)
        if path == "-" {
            StandardError.write(text.text("standard output", bytes: clean.bytes))
        } else if json.isOn {
            StandardOutput.print(text.json(path, bytes: clean.bytes).description)
        } else {
            StandardOutput.print(text.text(path, bytes: clean.bytes))
        }
        text.warnings(of: journal.name).forEach { RecoverOption.warn($0) }
        if path == "-", let step = clean.unreturned {
            RecoverOption.warn(
                "that the reducer of step \(step) never returned stands beside the file, not in it: name one with -o")
        }
    }

    private func requireFree(_ path: String, _ file: String, _ isFolder: Bool) throws {
        guard path != "-" else {
            guard !isFolder else {
                throw ToolError(.usage, "\(file) is a folder of segments, and its copy is one, too: name it with -o")
            }
            return
        }
        if file != "-", FileStatus.isSame(path, file) {
            throw ToolError(.usage, "-o \(path): that is the timeline itself, which a copy must not replace")
        }
        try OutputOption.requireOutside(path, of: file)
        try output.check(path)
    }

    /// Refuses to replace a folder with anything in it but an earlier copy of the same timeline: files of the names that are
    /// to be made, other segments of the run, and their status pages.
    private func requireOwn(_ path: String, _ journal: Journal) throws {
        let made = Set(journal.files.map { RedactingCopy.last($0.name) })
        let unpacker = try GzipUnpacker()
        let stranger = try OutputFolder.unexpected(in: path) { name in
            let page = ".status"
            let segment = name.hasSuffix(page) ? String(name.dropLast(page.count)) : name
            if segment != name, (try? StatusPage.requireFree(beside: "\(path)/\(segment)")) == nil { return false }
            if made.contains(segment) { return true }
            guard made.contains(where: { JournalFolder.stem(of: $0) == JournalFolder.stem(of: segment) }) else {
                return false
            }
            let other = try? Journal(opening: "\(path)/\(segment)", unpacker: unpacker)
            return other?.header.session == journal.header.session
        }
        if let stranger {
            throw ToolError(
                .cannotCreate, "\(path) holds \(stranger), which is no part of this timeline; name another folder")
        }
    }

    /// Refuses damage. What is wrong is not told as elsewhere, since that may quote a value.
    private func requireSound(_ journal: Journal) throws {
        if let damage = journal.index.damage.first {
            throw RedactingError.damaged(file: damage.file, line: damage.line, byte: damage.byte)
        }
        try journal.requireSound(recover.how)
        RecoverOption.warnIfTorn(journal)
    }
}
