internal import TimelineDebugger
internal import TimelineKit
internal import TimelineReplay

/// A redacted copy of the files of a journal, with one key for all pseudonyms. It is held in unnamed temporary files.
struct RedactedCopy {
    private let journal: Journal
    let hidesMarks: Bool
    private var files: [(name: String, source: FileBytes)] = []
    private(set) var summary: JournalRedactor.Summary
    private(set) var findings: [RedactionFinding] = []
    private(set) var bytes = 0

    init(
        of journal: Journal, _ redactor: JournalRedactor, hidesMarks: Bool, name: (_ file: String) -> String
    ) throws {
        (self.journal, self.hidesMarks) = (journal, hidesMarks)
        summary = redactor.emptySummary
        var hiddenTexts = HiddenTextSearch()
        var bar = ProgressBar("Copying")
        defer { bar.finish() }
        for (file, source) in journal.files {
            var spool = try Spool(named: file)
            try redactor.copy(
                source, file: file, &summary, found: { texts, _ in texts.forEach { hiddenTexts.add($0) } }
            ) {
                line throws(FileError) in
                try spool.append(line)
                bytes += line.count
                bar.update(bytes, of: journal.bytes)
            }
            files.append((name(file), try spool.finish()))
        }
        for (name, source) in files { try hiddenTexts.search(source, file: name) }
        findings = hiddenTexts.places
    }

    func write(toFile path: String, _ output: OutputOption) throws {
        if unreturned != nil, path != "-" { try StatusPage.requireFree(beside: path) }
        try output.write(files[0].source, to: path)
        if path != "-" { try writeStatusPage(beside: path) }
    }

    func write(toFolder path: String, _ output: OutputOption) throws {
        let folder = try OutputFolder(path)
        for (name, source) in files {
            try ProductFile.write(source, to: folder.place(of: FileSystem.name(of: name)), replacing: false)
        }
        if let last = files.last { try writeStatusPage(beside: folder.place(of: FileSystem.name(of: last.name))) }
        try folder.finish(replacing: output.force)
    }

    /// The step whose reducer never returned; nil if there is none, or if the header records it, as in a bundle.
    var unreturned: Int? { journal.header.bundle?.lastReduced == false ? nil : journal.unreturned }

    /// Writes a new status page for the copy. The original page is not copied, because its unused bytes may hold anything.
    private func writeStatusPage(beside path: String) throws(FileError) {
        guard let step = unreturned else { return }
        _ = try StatusPage(beside: path, session: journal.header.session, reduced: step - 1)
    }
}
