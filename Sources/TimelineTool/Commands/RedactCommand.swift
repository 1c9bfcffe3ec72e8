internal import ArgumentParser
internal import TimelineDebugger
internal import TimelineJSON
internal import TimelineJournal
internal import TimelineSystem

struct RedactCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "redact",
        abstract: "Copy a timeline with pseudonyms for private values.",
        usage: """
            timeline redact <file> -o <file> [<options>]
            timeline redact --check <file> ... [<options>]
            """,
        discussion: """
            This command needs no program. <path> is a JSONPath (RFC 9535) such as $.user.email; an appended ~ selects the names \
            of an object's members instead of their values. Equal values get equal pseudonyms, so the copy replays as before, unless the reducer depends on the \
            content of a hidden value. Booleans, null and empty values are kept. Hide a value that an action puts into the state \
            in both: a warning lists each place where a hidden value remains, as a whole text or, if it has four characters or \
            more, inside a longer one. An action that was recorded as a description is hidden whole. The copy of a folder is a \
            folder.

            --check makes no copy. It checks the given paths and those that the header declares as hidden, and exits with 1 if a \
            value there is not hidden. It lists where the values are, never the values, and also other places that contain such \
            a value of four characters or more. A value that looks like a pseudonym counts as hidden if the header declares \
            its path; otherwise the check cannot decide, and exits with 2. Booleans and null always pass.

            EXAMPLES:
              timeline redact run.jsonl -o b.jsonl --path '$..show' --action-path '$..show'
                a copy without the names of shows, and a report
              timeline redact run.jsonl -o clean.jsonl --paths hidden.txt
                hide the values at the paths listed in hidden.txt
              timeline redact --check run.jsonl --path '$.list.search'
                check that the value is hidden everywhere
            """)

    @Argument(
        help: ArgumentHelp("A timeline: a file, a folder of segments, or - for standard input.", valueName: "file"),
        completion: .file())
    var files: [String]

    @Flag(help: "Check that the values are hidden, in any number of timelines; makes no copy.")
    var check = false

    @OptionGroup var hidden: HiddenPathsOption
    @OptionGroup var key: RedactionKeyOption
    @OptionGroup var output: OutputOption
    @OptionGroup var json: JSONOption
    @OptionGroup var recover: RecoverOption

    func validate() throws {
        if check {
            for (isGiven, option) in [
                (output.path != nil, "-o"), (output.force, "--force"), (key.file != nil, "--key-file"),
                (hidden.sites, "--sites"),
                (recover.how == .salvage, "--recover salvage"),
            ] where isGiven {
                throw ValidationError("--check makes no copy: pass it without \(option).")
            }
        } else {
            if files.count > 1 { throw ValidationError("Without --check, name one timeline, not \(files.count).") }
            if output.path == nil { throw ValidationError("Name the copy with -o.") }
            if hidden.isEmpty {
                throw ValidationError(
                    "Name the values to hide, with --path, --action-path, --paths, --marks or --sites.")
            }
            try output.validate(else: "-", json)
        }
    }

    func run() throws {
        for file in files { try AppArgument.requireFile(file) }
        if check { try runCheck() } else { try copy(files[0], to: output.path ?? "-") }
    }

    // MARK: - Copying

    private func copy(_ original: String, to path: String) throws {
        let file = JournalArgument.newestRun(of: original)
        let paths = try hidden.read()
        let redactor = JournalRedactor(
            state: paths.state, actions: paths.actions, marks: hidden.marks, sites: hidden.sites,
            pseudonyms: try key.pseudonyms())
        let run = JournalFolder.run(file)
        let isFolder = run != nil || file != "-" && FileStatus.isFolder(file)
        if isFolder, path == "-" {
            throw ToolError(.usage, "\(file) is a folder of segments, and so is its copy: name a folder with -o")
        }
        try output.check(path, of: original, "a copy")
        let journal = try recover.open(file)
        try requireSound(journal)
        // A salvaged folder is one file.
        let salvaged = isFolder ? try run?.files.first ?? JournalFolder.journals(in: file)[0] : file
        if isFolder { try requireOwn(path, journal) }
        let redacted = try RedactedCopy(of: journal, redactor) { original in
            if path == "-" { return "standard output" }
            return isFolder ? "\(path)/\(ProductFile.name(of: recover.how == .salvage ? salvaged : original))" : path
        }
        if isFolder { try redacted.write(toFolder: path, output) } else { try redacted.write(toFile: path, output) }
        let text = RedactionText(summary: redacted.summary, hidesMarks: hidden.marks, findings: redacted.findings)
        if path == "-" {
            StandardError.write(text.text("standard output", bytes: redacted.bytes))
        } else if json.isOn {
            StandardOutput.print(text.json(path, bytes: redacted.bytes).description)
        } else {
            StandardOutput.print(text.text(path, bytes: redacted.bytes))
        }
        text.warnings(of: journal.name).forEach { RecoverOption.warn($0) }
        if path == "-", let step = redacted.unreturned {
            RecoverOption.warn(
                """
                standard output does not record that the reducer of step \(step) never returned, because that is noted in a \
                status page beside the file: use -o FILE
                """)
        }
    }

    /// The folder may hold only an earlier copy of the same timeline, other segments of the run, and their status pages.
    private func requireOwn(_ path: String, _ journal: Journal) throws {
        let made = Set(journal.files.map { ProductFile.name(of: $0.name) })
        let unpacker = try GzipUnpacker()
        let unexpected = try OutputFolder.unexpected(in: path) { name in
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
        if let unexpected {
            throw ToolError(
                .cannotCreate, "\(path) holds \(unexpected), which is not part of this timeline; name another folder")
        }
    }

    private func requireSound(_ journal: Journal) throws {
        if let damage = journal.index.damage.first {
            throw RedactingError.damaged(file: damage.file, line: damage.line, byte: damage.byte)
        }
        try journal.requireSound(recover.how)
        RecoverOption.warnIfTorn(journal)
    }
}
