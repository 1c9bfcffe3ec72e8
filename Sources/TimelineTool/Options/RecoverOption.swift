internal import ArgumentParser
internal import TimelineDebugger
internal import TimelineKit
internal import TimelineReplay

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

    /// - Parameter note: Called with each warning, in which files have no folders, as on a page for others.
    func open(
        _ file: String, countsActions: Bool = false, note: (_ warning: String) -> Void = { _ in }
    ) throws -> Journal {
        try AppArgument.requireFile(file)
        let unpacker = try GzipUnpacker()
        var bar = ProgressBar("Reading")
        defer { bar.finish() }
        guard how == .salvage else {
            return try Journal(
                opening: file, unpacker: unpacker, parsesAll: how == .strict, countsActions: countsActions,
                progress: { bar.update($0, of: $1) })
        }
        let salvage = try Salvage(of: file, unpacker: unpacker) { bar.update($0, of: $1) }
        bar.finish()
        Self.warn(note) { salvage.report.warnings($0) }
        return try Journal(salvage, countsActions: countsActions)
    }

    static func warnIfTorn(_ journal: Journal, note: (_ warning: String) -> Void = { _ in }) throws(JournalError) {
        let index = try journal.index
        warn(note) { warnings(of: journal, index, $0) }
    }

    private static func warnings(
        of journal: Journal, _ index: JournalIndex, _ name: (_ file: String) -> String
    ) -> [String] {
        var warnings = [journal.missingStart.map { "\($0.renamed(name))" }].compactMap(\.self)
        for line in index.tornLines {
            let isLast = line.file == journal.files.last?.name
            let place = isLast ? "the last line of \(name(line.file))" : "line \(line.line) of \(name(line.file))"
            warnings.append("\(place) is torn and was left out")
        }
        for segment in index.tornSegments {
            let which = segment == index.tornSegments.last ? "the last segment" : "a segment"
            warnings.append("\(which) is torn and was left out: \(segment.renamed(name))")
        }
        guard let cut = index.cut else { return warnings }
        let more = index.end == nil ? "; it is unknown whether more steps came after step \(index.last)" : ""
        return warnings + ["\(cut.renamed(name))\(more)"]
    }

    private static func warn(
        _ note: (_ warning: String) -> Void, _ warnings: (_ name: (_ file: String) -> String) -> [String]
    ) {
        warnings(FileSystem.name).forEach(note)
        warnings { $0 }.forEach(warn)
    }

    /// Prints a warning, except in a process that another `timeline` became, which printed it already.
    static func warn(_ text: String) {
        if !ProgramOption.hasBecome { StandardError.write("Warning: \(Layout.visible(text))") }
    }
}

extension Recovery: ExpressibleByArgument {}
