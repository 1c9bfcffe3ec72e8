internal import ArgumentParser
internal import TimelineJournal

/// The timeline that a command is about.
struct JournalArgument: ParsableArguments {
    @Argument(
        help: ArgumentHelp("A timeline: a file, a folder of segments, or -.", valueName: "file"), completion: .file())
    var file: String

    @OptionGroup var recover: RecoverOption

    /// Opens it, and refuses damage, or passes over it where that is asked for.
    func open() throws(ToolError) -> Journal {
        let journal = try openEvenIfDamaged()
        do throws(JournalError) { try journal.requireSound(recover.how) } catch { throw ToolError(error) }
        // The copy that salvage makes has no torn line, and told of it.
        RecoverOption.warnIfTorn(journal)
        return journal
    }

    /// Opens it for a look at some of its states: where it is long, without reading all of it. What is looked at is held
    /// against the format; damage elsewhere is for the commands that read it all.
    func openForLooking() throws(ToolError) -> any ReplayableJournal {
        try AppArgument.requireFile(file)
        if recover.how == .tail, let journal = SearchedJournal.open(file) { return journal }
        return try open()
    }

    /// - Parameter each: Called with each sound line, in order.
    func openEvenIfDamaged(each: (Line) -> Void = { _ in }) throws(ToolError) -> Journal {
        try recover.open(file, each: each)
    }
}
