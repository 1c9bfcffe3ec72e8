internal import ArgumentParser
internal import TimelineDebugger
internal import TimelineKit
internal import TimelineReplay
internal import TimelineRemote

struct RedactCommand: HasResult {
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

    @OptionGroup var hidden: RedactionOptions
    @OptionGroup var output: OutputOption
    @OptionGroup var json: JSONOption
    @OptionGroup var recover: RecoverOption

    func validate() throws {
        if check {
            for (isGiven, option) in [
                (output.path != nil, "-o"), (output.force, "--force"), (hidden.keyFile != nil, "--key-file"),
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
            pseudonyms: try hidden.pseudonyms())
        let run = JournalFolder.run(file)
        let isFolder = run != nil || file != "-" && FileStatus.isFolder(file)
        if isFolder, path == "-" {
            throw ToolError(.usage, "\(file) is a folder of segments, and so is its copy: name a folder with -o")
        }
        try output.check(path, of: original, "a copy")
        let journal = try recover.open(file)
        if let damage = try journal.index.damage.first {
            throw RedactingError.damaged(file: damage.file, line: damage.line, byte: damage.byte)
        }
        try journal.requireSound(recover.how)
        try RecoverOption.warnIfTorn(journal)
        // A salvaged folder is one file.
        let salvaged = isFolder ? try run?.files.first ?? JournalFolder.journals(in: file)[0] : file
        if isFolder { try requireOwn(path, journal) }
        let redacted = try RedactedCopy(of: journal, redactor, hidesMarks: hidden.marks) { original in
            if path == "-" { return "standard output" }
            return isFolder ? "\(path)/\(FileSystem.name(of: recover.how == .salvage ? salvaged : original))" : path
        }
        if isFolder { try redacted.write(toFolder: path, output) } else { try redacted.write(toFile: path, output) }
        if path == "-" {
            StandardError.write(redacted.text("standard output"))
        } else {
            let answer = RedactedCopy.fields.json((redacted, path))
            StandardOutput.print(json.isOn ? answer.description : redacted.text(path))
        }
        redacted.warnings(of: journal.name).forEach { RecoverOption.warn($0) }
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
        let made = Set(journal.files.map { FileSystem.name(of: $0.name) })
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

    // MARK: - Checking

    private func runCheck() throws {
        let paths = try hidden.read()
        var counts: (state: [PathCount], actions: [PathCount]) = ([], [])
        var answers: [RedactionCheck] = []
        var firstError: ToolError?
        for file in files.flatMap({ JournalFolder.several(in: $0) ?? [$0] }) {
            var answer = RedactionCheck(file == "-" ? "standard input" : file)
            do {
                let summary = try answer.run(on: recover.open(file), paths, marks: hidden.marks)
                counts.state.add(summary.state)
                counts.actions.add(summary.actions)
            } catch {
                let error = ToolError(error)
                firstError = firstError ?? error
                // A URL that was mistaken for a file may contain a token.
                answer.error = RemoteToken.masked(in: error.message)
            }
            if !json.isOn { answer.text.map { StandardOutput.print($0) } }
            if let error = answer.error { StandardError.write("Error: \(Layout.visible(error, exceptLines: true))") }
            answers.append(answer)
        }
        if json.isOn { StandardOutput.print(RedactionCheck.fields.json(answers).description) }
        if let firstError { throw ToolError(ExitStatus(rawValue: firstError.status) ?? .internalError) }
        let place = answers.count == 1 ? answers[0].file : "these timelines"
        let warnings = RedactionFinding.unmet(counts.state.unmet, counts.actions.unmet, "checked", place)
        warnings.forEach { RecoverOption.warn($0) }
        if answers.contains(where: { $0.count > 0 }) { throw ToolError(.negative) }
        if answers.contains(where: { $0.uncertain > 0 }) { throw ToolError(.cannotTell) }
    }
}
