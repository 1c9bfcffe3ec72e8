#if canImport(Glibc)
    internal import Glibc
#elseif canImport(Musl)
    internal import Musl
#elseif canImport(Darwin)
    internal import Darwin
#endif
internal import Synchronization
internal import TimelineKit

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
        for signal in [SIGILL, SIGTRAP, SIGABRT, SIGFPE, SIGSEGV, SIGBUS] {
            var action = sigaction()
            // Once only: a trap in here ends the process as usual.
            action.sa_flags = Int32(bitPattern: UInt32(SA_RESETHAND)) | SA_NODEFER
            #if canImport(Darwin)
                action.__sigaction_u.__sa_handler = { TrapReport.report($0) }
            #else
                action.__sigaction_handler.sa_handler = { TrapReport.report($0) }
            #endif
            sigaction(signal, &action, nil)
        }
        return {
            thread.store(current, ordering: .relaxed)
            step.store($0 ?? -1, ordering: .relaxed)
        }
    }

    /// Runs in a signal handler: only `write(2)`, `raise(3)` and `_exit(2)`, and no memory is taken.
    private static func report(_ signal: Int32) {
        var number = step.load(ordering: .relaxed)
        // A trap outside of a reducer speaks for itself.
        guard number >= 0, thread.load(ordering: .relaxed) == current else {
            raise(signal)
            return
        }
        withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 20) { digits in
            var first = 20
            repeat {
                first -= 1
                digits[first] = UInt8(ascii: "0") + UInt8(number % 10)
                number /= 10
            } while number > 0
            write("Error: the reducer trapped in step ")
            _ = systemWrite(2, digits.baseAddress! + first, 20 - first)
            write(", so there is no state after it: this step crashes the app.\n")
            write("`timeline log` shows its action; the states before it can be had with `timeline state`.\n")
        }
        _exit(ExitStatus.negative.rawValue)
    }

    /// The thread that asks.
    private static var current: UInt {
        #if canImport(Darwin)
            UInt(bitPattern: pthread_self())
        #else
            UInt(pthread_self())
        #endif
    }

    private static func write(_ text: StaticString) {
        _ = systemWrite(2, text.utf8Start, text.utf8CodeUnitCount)
    }
}
