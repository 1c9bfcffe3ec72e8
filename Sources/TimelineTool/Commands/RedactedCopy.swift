internal import TimelineDebugger
internal import TimelineJournal
internal import TimelineSystem

/// A redacted copy of the files of a journal, made under one key in unnamed temporary files.
struct RedactedCopy {
    private let journal: Journal
    private var files: [(name: String, source: FileBytes)] = []
    private(set) var summary: JournalRedactor.Summary
    private var texts = HiddenTextSearch()
    /// The places that still hold a text that is hidden elsewhere.
    var open: [RedactionFinding] { texts.places }
    /// The size of the copy in bytes.
    private(set) var bytes = 0

    /// - Parameter name: Returns the name of a file's copy for messages.
    init(of journal: Journal, _ redactor: JournalRedactor, name: (_ file: String) -> String) throws {
        self.journal = journal
        summary = redactor.emptySummary
        var bar = ProgressBar("Copying")
        defer { bar.finish() }
        try copy(redactor, name, &bar)
        if summary.hasLeft {
            var redactor = redactor
            redactor.left = summary
            try copy(redactor, name, &bar)
        }
        for (name, source) in files { try texts.search(source, file: name) }
    }

    private mutating func copy(
        _ redactor: JournalRedactor, _ name: (_ file: String) -> String, _ bar: inout ProgressBar
    ) throws {
        var summary = redactor.emptySummary
        files = []
        bytes = 0
        for (file, source) in journal.files {
            var spool = try OutputOption.convertingFileErrors { () throws(FileError) -> Spool in
                try Spool(named: file)
            }
            try redactor.copy(source, file: file, &summary, hid: { texts.hid($0) }) { line throws(FileError) in
                try spool.append(line)
                bytes += line.count
                bar.update(bytes, of: journal.bytes)
            }
            do throws(FileError) { files.append((name(file), try spool.finish())) } catch {
                throw OutputOption.cannotCreate(error)
            }
        }
        self.summary = summary
    }

    /// Writes the copy to a file, or to standard output.
    func write(toFile path: String, _ output: OutputOption) throws(ToolError) {
        guard path != "-" else {
            try output.write(files[0].source, to: path)
            return
        }
        try OutputOption.convertingFileErrors { () throws(FileError) in
            if unreturned != nil { try StatusPage.requireFree(beside: path) }
            try ProductFile.write(files[0].source, to: path, replacing: output.force)
            try noteUnreturned(beside: path)
        }
    }

    /// Writes the copy to a folder, whole or not at all.
    func write(toFolder path: String, _ output: OutputOption) throws(ToolError) {
        try OutputOption.convertingFileErrors { () throws(FileError) in
            let folder = try OutputFolder(path)
            for (name, source) in files {
                try ProductFile.write(source, to: folder.place(of: Self.last(name)), replacing: false)
            }
            if let last = files.last { try noteUnreturned(beside: folder.place(of: Self.last(last.name))) }
            try folder.finish(replacing: output.force)
        }
    }

    /// The last component of a path.
    static func last(_ path: String) -> String { path.split(separator: "/").last.map(String.init) ?? path }

    /// The step whose reducer never returned, where only the status page records it. A bundle records it in its header.
    var unreturned: Int? { journal.header.bundle?.lastReduced == false ? nil : journal.unreturned }

    /// Writes a status page of the copy: the original's may hold more than is safe to copy.
    private func noteUnreturned(beside path: String) throws(FileError) {
        guard let step = unreturned else { return }
        _ = try StatusPage(beside: path, session: journal.header.session, reduced: step - 1)
    }
}
