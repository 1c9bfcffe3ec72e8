internal import ArgumentParser
internal import TimelineKit
internal import TimelineReplay

struct JournalArgument: ParsableArguments {
    @Argument(
        help: ArgumentHelp("A timeline: a file, a folder of segments, or -.", valueName: "file"), completion: .file())
    var path: String

    var file: String { Self.newestRun(of: path) }

    private static let newestRuns = Locked<[String: String]>([:])

    /// Of a folder of several timelines, such as that of a recorder from its second run on, the path of the newest, which is printed
    /// once; any other path as it is.
    static func newestRun(of path: String) -> String {
        if let run = newestRuns.withLock({ $0[path] }) { return run }
        guard let runs = JournalFolder.several(in: path) else { return path }
        newestRuns.withLock { $0[path] = runs[0] }
        let run = Layout.argument(runs[0])
        let text = "\(path) holds \(runs.count) timelines, and this is about the newest: \(run)"
        if !ProgramOption.hasBecome { StandardError.write(Layout.visible(text)) }
        return runs[0]
    }

    @OptionGroup var recover: RecoverOption

    /// - Parameter note: Called with each warning that is printed.
    func open(note: (_ warning: String) -> Void = { _ in }) throws -> Journal {
        let journal = try recover.open(file, note: note)
        try journal.requireSound(recover.how)
        // A salvaged journal has no torn line; opening it warned.
        try RecoverOption.warnIfTorn(journal, note: note)
        return journal
    }

    /// Opens the timeline for a few states, without reading all of a long file. Only the lines that are read are validated.
    func openForSeeking() throws -> Journal {
        try AppArgument.requireFile(file)
        if recover.how == .tail, let journal = Journal.searched(file) { return journal }
        return try open()
    }

    func open(
        seeking: Bool = true, forSteps range: (Journal) throws -> ClosedRange<Int>
    ) throws -> (journal: Journal, range: ClosedRange<Int>) {
        let journal = try seeking ? openForSeeking() : open()
        let steps = try range(journal)
        // Many steps are read faster from a timeline that was checked as a whole.
        if !journal.isSearched || steps.count <= Self.seekingLimit { return (journal, steps) }
        let whole = try open()
        return (whole, try range(whole))
    }

    private static let seekingLimit = 10_000
}
