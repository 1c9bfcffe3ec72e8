internal import ArgumentParser
internal import TimelineJournal

/// The timeline that a command is about.
struct JournalArgument: ParsableArguments {
    @Argument(help: ArgumentHelp("A timeline: a file, a folder of segments, or -.", valueName: "file"))
    var file: String

    /// Opens it, and refuses damage.
    func open() throws(ToolError) -> Journal {
        let journal = try openEvenIfDamaged()
        do throws(JournalError) { try journal.requireSound() } catch { throw ToolError(error) }
        if journal.index.isTorn {
            StandardError.write("Warning: the last line of \(journal.name) is torn, and was left out")
        }
        return journal
    }

    func openEvenIfDamaged() throws(ToolError) -> Journal {
        var bar = ProgressBar("Reading")
        defer { bar.finish() }
        do throws(JournalError) {
            return try Journal(opening: file) { bar.update($0, of: $1) }
        } catch {
            throw ToolError(error)
        }
    }
}
