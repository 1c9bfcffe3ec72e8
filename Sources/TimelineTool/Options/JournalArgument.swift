internal import ArgumentParser
internal import TimelineJournal

struct JournalArgument: ParsableArguments {
    @Argument(
        help: ArgumentHelp("A timeline: a file, a folder of segments, or -.", valueName: "file"), completion: .file())
    var file: String

    @OptionGroup var recover: RecoverOption

    /// - Parameter note: Called with each warning that is printed.
    func open(note: (_ warning: String) -> Void = { _ in }) throws(ToolError) -> Journal {
        let journal = try recover.open(file, note: note)
        do throws(JournalError) { try journal.requireSound(recover.how) } catch { throw ToolError(error) }
        // A salvaged journal has no torn line; opening it warned.
        RecoverOption.warnIfTorn(journal, note: note)
        return journal
    }

    /// Opens the timeline for a few states, without reading all of a long file. Only the lines that are read are validated.
    func openForSeeking() throws(ToolError) -> any ReplayableJournal {
        try AppArgument.requireFile(file)
        if recover.how == .tail, let journal = SearchedJournal.open(file) { return journal }
        return try open()
    }

    func open(
        seeking: Bool = true, forSteps range: (any ReplayableJournal) throws -> ClosedRange<Int>
    ) throws -> (journal: any ReplayableJournal, range: ClosedRange<Int>) {
        let journal = try seeking ? openForSeeking() : open()
        let steps = try range(journal)
        // Many steps are read faster from a timeline that was checked as a whole.
        if journal is Journal || steps.count <= Self.seekingLimit { return (journal, steps) }
        let whole = try open()
        return (whole, try range(whole))
    }

    private static let seekingLimit = 10_000

    func openEvenIfDamaged(countsActions: Bool = false) throws(ToolError) -> Journal {
        try recover.open(file, countsActions: countsActions)
    }
}
