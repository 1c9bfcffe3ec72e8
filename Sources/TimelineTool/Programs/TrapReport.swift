internal import Synchronization
internal import TimelineKit
internal import TimelineSystem

/// Says which step's reducer trapped, where one does while the tool replays: the answer to "which action crashed it?".
///
/// In the tool only. An app that records has no handler: its journal tells.
enum TrapReport {
    /// The step whose reducer runs; -1 where none does.
    private static let step = Atomic<Int>(-1)
    /// The thread that it runs on: values may be decoded on others, and trap there.
    private static let thread = Atomic<UInt>(0)

    /// A replayer that says what it does.
    static func watched<P: Program>(_ replayer: Replayer<P>) -> Replayer<P> {
        var replayer = replayer
        replayer.reducing = watch()
        return replayer
    }

    /// Begins to watch, and returns what is to be told each step before it is reduced, and nil after.
    static func watch() -> (_ seq: Int?) -> Void {
        // Once only: a trap in here ends the process as usual.
        for signal in Signal.traps { signal.handle(once: true) { TrapReport.report($0) } }
        return {
            thread.store(ThreadID.current, ordering: .relaxed)
            step.store($0 ?? -1, ordering: .relaxed)
        }
    }

    /// Runs in a signal handler: only calls of `SignalHandler`, and no memory is taken.
    private static func report(_ signal: Int32) {
        var number = step.load(ordering: .relaxed)
        // A trap outside of a reducer speaks for itself.
        guard number >= 0, thread.load(ordering: .relaxed) == ThreadID.current else {
            SignalHandler.raise(signal)
            return
        }
        withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 20) { digits in
            var first = 20
            repeat {
                first -= 1
                digits[first] = UInt8(ascii: "0") + UInt8(number % 10)
                number /= 10
            } while number > 0
            SignalHandler.write("Error: the reducer trapped in step ")
            SignalHandler.write(UnsafeRawBufferPointer(rebasing: UnsafeRawBufferPointer(digits)[first...]))
            SignalHandler.write(", so there is no state after it: this step crashes the app.\n")
            SignalHandler.write(
                "`timeline log` shows its action; the states before it can be had with `timeline state`.\n")
        }
        SignalHandler.exit(ExitStatus.negative.rawValue)
    }
}
