internal import TimelineDebugger
internal import TimelineJournal
internal import TimelineSystem

struct AppCrash {
    /// Such as `SIGILL`.
    let signal: String
    /// The exit status of `record`: 128 plus the number of the signal.
    let status: Int
    /// Whether a child of the command crashed, and not the command itself.
    let isOfChild: Bool
    let backtrace: Backtrace?

    /// As in shells, an exit status of 128 plus the number of a signal means that a child was ended by it. This is accepted only with
    /// a backtrace, or a step whose reducer never returned.
    init?(_ ending: ChildProcess.Ending, _ path: String, _ log: BacktraceLog?) {
        let number: Signal
        switch ending {
        case .signaled(let signal):
            number = Signal(rawValue: signal)
            // An app that the system killed has a bundle, too.
            guard number.isCrash || number == .killed else { return nil }
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
        // A process that is killed from outside has no backtrace: the log is then of another process.
        backtrace = Self.traps.contains(number) ? log?.backtrace : nil
    }

    /// The signals that make Swift's backtracer run.
    private static let traps = Signal.traps.union([.quit])
}
