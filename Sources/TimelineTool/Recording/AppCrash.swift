internal import TimelineDebugger
internal import TimelineJournal
internal import TimelineSystem

/// How an app crashed that was watched.
struct AppCrash {
    /// Such as `SIGILL`.
    let signal: String
    /// What `record` exits with: 128 and the number of the signal.
    let status: Int
    /// Whether the command lived on, and one of its children crashed.
    let isOfChild: Bool
    let backtrace: Backtrace?

    /// - Parameters:
    ///   - ending: How the command ended.
    ///   - path: What was recorded.
    ///   - log: What the backtracer wrote of the app.
    /// - Returns: nil where it did not crash. By the custom of shells, a command that exits with 128 and the number of a
    ///   signal passes on how a child of it ended; that is believed where a step whose reducer never returned, or a
    ///   backtrace, says so, too.
    init?(_ ending: ChildProcess.Ending, _ path: String, _ log: BacktraceLog?) {
        let number: Signal
        switch ending {
        case .signalled(let signal):
            number = Signal(rawValue: signal)
            guard number.isCrash else { return nil }
            isOfChild = false
        case .exited(let status):
            number = Signal(rawValue: Int32(status - 128))
            guard Self.traps.contains(number), let journal = try? Journal(opening: path),
                journal.index.end == nil, log?.backtrace != nil || journal.unreturned != nil
            else { return nil }
            isOfChild = true
        }
        signal = number.name
        status = 128 + Int(number.rawValue)
        // A process that was killed from outside writes none: then the one that there is, is of another.
        backtrace = Self.traps.contains(number) ? log?.backtrace : nil
    }

    /// The signals at which Swift's backtracer is called.
    private static let traps = Signal.traps.union([.quit])
}
