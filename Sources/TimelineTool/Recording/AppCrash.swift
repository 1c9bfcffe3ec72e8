internal import TimelineDebugger
internal import TimelineJournal
internal import TimelineSystem

#if canImport(Glibc)
    internal import Glibc
#elseif canImport(Musl)
    internal import Musl
#elseif canImport(Darwin)
    internal import Darwin
#endif

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
        let number: Int32
        switch ending {
        case .signalled(let signal):
            guard SignalName.isCrash(signal) else { return nil }
            number = signal
            isOfChild = false
        case .exited(let status):
            guard Self.traps.contains(Int32(status - 128)), let journal = try? Journal(opening: path),
                journal.index.end == nil, log?.backtrace != nil || journal.unreturned != nil
            else { return nil }
            number = Int32(status - 128)
            isOfChild = true
        }
        signal = SignalName.of(number)
        status = 128 + Int(number)
        // A process that was killed from outside writes none: then the one that there is, is of another.
        backtrace = Self.traps.contains(number) ? log?.backtrace : nil
    }

    /// The signals at which Swift's backtracer is called.
    private static let traps: Set<Int32> = [SIGQUIT, SIGILL, SIGTRAP, SIGABRT, SIGFPE, SIGBUS, SIGSEGV]
}
