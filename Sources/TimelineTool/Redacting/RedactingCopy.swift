internal import TimelineDebugger
internal import TimelineJournal
internal import TimelineSystem

/// A clean copy of the files of a journal: made under one key, beside the journal and without a name, before it is written
/// to where it goes.
struct RedactingCopy {
    private let journal: Journal
    private var files: [(name: String, source: FileBytes)] = []
    private(set) var summary: JournalRedactor.Summary
    private var texts = HiddenTextSearch()
    /// Where texts that were hidden stand in the open.
    var open: [HiddenTextSearch.Place] { texts.places }
    /// How many bytes were made.
    private(set) var bytes = 0

    /// - Parameter name: What messages call the copy of a file.
    init(of journal: Journal, _ redactor: JournalRedactor, name: (_ file: String) -> String) throws {
        self.journal = journal
        summary = redactor.emptySummary
        var bar = ProgressBar("Copying")
        defer { bar.finish() }
        try copy(redactor, name, &bar)
        if summary.hasLeft { try copy(redactor.notNoting(leftIn: summary), name, &bar) }
        for (name, source) in files { try texts.search(source, file: name) }
    }

    private mutating func copy(
        _ redactor: JournalRedactor, _ name: (_ file: String) -> String, _ bar: inout ProgressBar
    ) throws {
        summary = redactor.emptySummary
        files = []
        bytes = 0
        for (file, source) in journal.files {
            var spool = try Self.spool(file)
            var failure: FileError?
            do throws(RedactingError) {
                summary.add(
                    try redactor.copy(source, file: file, hid: { texts.hid($0) }) { line throws(FileError) in
                        do throws(FileError) { try spool.append(line) } catch {
                            failure = error
                            throw error
                        }
                        bytes += line.count
                        bar.update(bytes, of: journal.bytes)
                    })
            } catch {
                if let failure { throw OutputOption.refusal(failure) }
                throw error
            }
            do throws(FileError) { files.append((name(file), try spool.finish())) } catch {
                throw OutputOption.refusal(error)
            }
        }
    }

    private static func spool(_ file: String) throws(ToolError) -> Spool {
        do throws(FileError) { return try Spool(named: file) } catch { throw OutputOption.refusal(error) }
    }

    /// Writes it to a file, or to standard output.
    func write(toFile path: String, _ output: OutputOption) throws(ToolError) {
        guard path != "-" else {
            try output.write(files[0].source, to: path)
            return
        }
        do throws(FileError) {
            if unreturned != nil { try StatusPage.requireFree(beside: path) }
            try ProductFile.write(files[0].source, to: path, replacing: output.force)
            try noteUnreturned(beside: path)
        } catch {
            throw OutputOption.refusal(error)
        }
    }

    /// Writes it to a folder of its own, whole or not at all.
    func write(toFolder path: String, _ output: OutputOption) throws(ToolError) {
        do throws(FileError) {
            let folder = try OutputFolder(path)
            for (name, source) in files {
                try ProductFile.write(source, to: folder.place(of: Self.last(name)), replacing: false)
            }
            if let last = files.last { try noteUnreturned(beside: folder.place(of: Self.last(last.name))) }
            try folder.finish(replacing: output.force)
        } catch {
            throw OutputOption.refusal(error)
        }
    }

    /// The last part of a path.
    static func last(_ path: String) -> String { path.split(separator: "/").last.map(String.init) ?? path }

    /// The step whose reducer never returned, where only a page beside the file tells it. Of a bundle, the header does.
    var unreturned: Int? { journal.header.bundle?.lastReduced == false ? nil : journal.unreturned }

    /// Lets the copy know that the last reducer never returned.
    private func noteUnreturned(beside path: String) throws(FileError) {
        guard let step = unreturned else { return }
        // A page of its own, since what else lies in the original's is not known.
        _ = try StatusPage(beside: path, session: journal.header.session, reduced: step - 1)
    }
}
