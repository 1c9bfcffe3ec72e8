internal import ArgumentParser
internal import TimelineJournal

/// The timeline that a command is about.
struct JournalArgument: ParsableArguments {
    @Argument(help: ArgumentHelp("A timeline: a file, a folder of segments, or -.", valueName: "file"))
    var file: String

    @OptionGroup var recover: RecoverOption

    /// Opens it, and refuses damage, or passes over it where that is asked for.
    func open() throws(ToolError) -> Journal {
        let journal = try openEvenIfDamaged()
        do throws(JournalError) { try journal.requireSound(recover.how) } catch { throw ToolError(error) }
        // The copy that salvage makes has no torn line, and told of it.
        if let segment = journal.tornSegment { warn("the last segment is torn, and was left out: \(segment)") }
        if journal.index.torn != journal.tornSegment {
            warn("the last line of \(journal.name) is torn, and was left out")
        }
        return journal
    }

    func openEvenIfDamaged() throws(ToolError) -> Journal {
        var bar = ProgressBar("Reading")
        defer { bar.finish() }
        do throws(JournalError) {
            guard recover.how == .salvage else { return try Journal(opening: file) { bar.update($0, of: $1) } }
            let salvage = try Salvage(of: file) { bar.update($0, of: $1) }
            bar.finish()
            let text = SalvageText(salvage.report)
            text.warnings.forEach { warn($0) }
            return try Journal(salvage)
        } catch {
            throw ToolError(error)
        }
    }

    /// Warns once: where this process became the program's executable, the one before it has said so.
    private func warn(_ text: String) {
        if !ProgramOption.hasBecome { StandardError.write("Warning: \(Layout.visible(text))") }
    }
}
