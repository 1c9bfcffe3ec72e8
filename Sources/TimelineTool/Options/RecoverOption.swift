internal import ArgumentParser
internal import TimelineDebugger
internal import TimelineJournal

struct RecoverOption: ParsableArguments {
    @Option(
        name: .customLong("recover"),
        help: ArgumentHelp(
            "How to handle damage: strict rejects any, tail leaves out a torn last line, salvage skips to the next "
                + "valid snapshot.",
            valueName: "how"))
    var how: Recovery = .tail

    /// The same option on another command line.
    var arguments: [String] { how == .tail ? [] : ["--recover", how.rawValue] }

    func open(
        _ file: String, countsActions: Bool = false, note: (_ warning: String) -> Void = { _ in }
    ) throws(ToolError) -> Journal {
        try AppArgument.requireFile(file)
        let unpacker = try GzipUnpacker()
        var bar = ProgressBar("Reading")
        defer { bar.finish() }
        do throws(JournalError) {
            guard how == .salvage else {
                return try Journal(
                    opening: file, unpacker: unpacker, parsesAll: how == .strict, countsActions: countsActions,
                    progress: { bar.update($0, of: $1) })
            }
            let salvage = try Salvage(of: file, unpacker: unpacker) { bar.update($0, of: $1) }
            bar.finish()
            SalvageText(salvage.report).warnings.forEach { Self.warn($0, note) }
            return try Journal(salvage, countsActions: countsActions)
        } catch {
            throw ToolError(error)
        }
    }

    static func warnIfTorn(_ journal: Journal, note: (_ warning: String) -> Void = { _ in }) {
        if let missing = journal.missingStart { warn("\(missing)", note) }
        let index = journal.index
        for line in index.tornLines {
            let name =
                line.file == journal.files.last?.name
                ? "the last line of \(line.file)" : "line \(line.line) of \(line.file)"
            warn("\(name) is torn and was left out", note)
        }
        for segment in index.tornSegments {
            let which = segment == index.tornSegments.last ? "the last segment" : "a segment"
            warn("\(which) is torn and was left out: \(segment)", note)
        }
        guard let cut = index.cut else { return }
        let more = index.end == nil ? "; it is unknown whether more steps came after step \(index.last)" : ""
        warn("\(cut)\(more)", note)
    }

    /// Prints a warning, except in a process that another `timeline` became, which printed it already.
    static func warn(_ text: String, _ note: (_ warning: String) -> Void = { _ in }) {
        note(text)
        if !ProgramOption.hasBecome { StandardError.write("Warning: \(Layout.visible(text))") }
    }
}

extension Recovery: ExpressibleByArgument {}
