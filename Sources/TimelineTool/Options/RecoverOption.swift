internal import ArgumentParser
internal import TimelineDebugger
internal import TimelineJournal

/// What to do about damage.
struct RecoverOption: ParsableArguments {
    @Option(
        name: .customLong("recover"),
        help: ArgumentHelp(
            "strict refuses any damage, tail leaves out a torn last line, salvage passes over damage to the next "
                + "snapshot.",
            valueName: "how"))
    var how: Recovery = .tail

    /// Opens a timeline, and does not refuse damage, or makes a sound copy where it is to be passed over.
    ///
    /// - Parameter each: Called with each sound line, in order.
    func open(_ file: String, each: (Line) -> Void = { _ in }) throws(ToolError) -> Journal {
        try AppArgument.requireFile(file)
        let unpacker = try GzipUnpacker()
        var bar = ProgressBar("Reading")
        defer { bar.finish() }
        do throws(JournalError) {
            guard how == .salvage else {
                return try Journal(opening: file, unpacker: unpacker, progress: { bar.update($0, of: $1) }, each: each)
            }
            let salvage = try Salvage(of: file, unpacker: unpacker) { bar.update($0, of: $1) }
            bar.finish()
            SalvageText(salvage.report).warnings.forEach { Self.warn($0) }
            return try Journal(salvage, each: each)
        } catch {
            throw ToolError(error)
        }
    }

    /// Warns of torn lines and segments, which were left out, and of a start that is missing.
    static func warnIfTorn(_ journal: Journal) {
        if let missing = journal.missingStart { warn("\(missing)") }
        let index = journal.index
        for line in index.tornLines {
            let name =
                line.file == journal.files.last?.name
                ? "the last line of \(journal.name)" : "line \(line.line) of \(line.file)"
            warn("\(name) is torn, and was left out")
        }
        for segment in index.tornSegments {
            let which = segment == index.tornSegments.last ? "the last segment" : "a segment"
            warn("\(which) is torn, and was left out: \(segment)")
        }
        guard let cut = index.cut else { return }
        let more = index.end == nil ? "; whether more steps came after step \(index.last) is not known" : ""
        warn("\(cut)\(more)")
    }

    /// Warns once: where this process became the program's executable, the one before it has said so.
    static func warn(_ text: String) {
        if !ProgramOption.hasBecome { StandardError.write("Warning: \(Layout.visible(text))") }
    }
}

extension Recovery: ExpressibleByArgument {}
