internal import TimelineDebugger
internal import TimelineKit
internal import TimelineReplay

struct AppCrash {
    let signal: String
    /// 128 plus the number of the signal.
    let status: Int
    let isOfChild: Bool
    let backtrace: Backtrace?

    /// As in shells, status 128 plus a signal means that the signal ended a child, if there is a backtrace or an unreturned reducer.
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
                !journal.hasEnd, log?.backtrace != nil || journal.unreturned != nil
            else { return nil }
            isOfChild = true
        }
        signal = number.name
        status = 128 + Int(number.rawValue)
        // A process that is killed from outside has no backtrace: the log is then of another process.
        backtrace = Self.traps.contains(number) ? log?.backtrace : nil
    }

    /// They make Swift's backtracer run.
    private static let traps = Signal.traps.union([.quit])
}
