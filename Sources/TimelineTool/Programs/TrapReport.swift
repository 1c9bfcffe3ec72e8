internal import Synchronization
internal import TimelineDebugger
internal import TimelineJournal
internal import TimelineKit
internal import TimelineSystem

/// Only the tool installs signal handlers. In an app, the journal and its status page record the step.
enum TrapReport {
    private static let step = Atomic<Int>(-1)
    /// The thread that the reducer runs on. A trap on another thread, such as one that decodes values, is not the reducer's.
    private static let thread = Atomic<UInt>(0)

    /// Reports a trap as an answer to the process that started this one: `{"trapped":17}`.
    static let isMachineReadable = Atomic(false)
    static let key = "trapped"

    private static let isInEdited = Atomic(false)
    /// The last step that is known to have returned in the recording.
    private static let lastReturned = Atomic<Int>(-1)

    static func watched<P: Program>(_ replayer: Replayer<P>, isEdited: Bool = false) -> Replayer<P> {
        var replayer = replayer
        replayer.onReducing = watch(isEdited ? nil : replayer.journal, isEdited: isEdited)
        return replayer
    }

    static func states(
        _ program: some Program, _ journal: any ReplayableJournal, fresh: Bool = false
    ) -> any StateSource { ReplayedStates(watched(Replayer(program, journal, fresh: fresh))) }

    /// Installs the signal handlers, forbids the program to start processes, and returns a closure to call with each step before it is reduced, and with nil after.
    static func watch(_ journal: (any ReplayableJournal)?, isEdited: Bool = false) -> (_ seq: Int?) -> Void {
        let returned = journal?.lastReturned ?? -1
        // Handled once: a trap in the handler ends the process as usual.
        if SupervisedProcess.isOfTool { CurrentProcess.forbidChildren() }
        for signal in Signal.traps { signal.handle(once: true) { TrapReport.report($0) } }
        return {
            thread.store(ThreadID.current, ordering: .relaxed)
            isInEdited.store(isEdited, ordering: .relaxed)
            lastReturned.store(returned, ordering: .relaxed)
            step.store($0 ?? -1, ordering: .relaxed)
            SupervisedProcess.note($0)
        }
    }

    // Computed, because a signal handler must not initialize a variable.
    static var survived: StaticString {
        ", and not in the recording, which has the state or steps after it: replay and recording differ there"
    }
    static var crashes: StaticString { ": this step crashes the app, and there is no state after it" }

    /// In a process that this one started.
    struct TrapError: Error, CustomStringConvertible {
        let step: Int
        let isSurvived: Bool

        var description: String {
            """
            the reducer trapped in step \(step)\(isSurvived ? survived : crashes).
            `timeline log` shows its action, `timeline state` the states before it.
            """
        }
    }

    /// Runs in a signal handler: it calls only `Signal.Handler`, and allocates no memory.
    private static func report(_ signal: Int32) {
        var number = step.load(ordering: .relaxed)
        let isSurvived = number <= lastReturned.load(ordering: .relaxed)
        // A trap outside the reducer ends the process as usual.
        guard number >= 0, thread.load(ordering: .relaxed) == ThreadID.current else {
            Signal.Handler.raiseAgain(signal)
            return
        }
        withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 20) { digits in
            var first = 20
            repeat {
                first -= 1
                digits[first] = UInt8(ascii: "0") + UInt8(number % 10)
                number /= 10
            } while number > 0
            let step = UnsafeRawBufferPointer(rebasing: UnsafeRawBufferPointer(digits)[first...])
            if isMachineReadable.load(ordering: .relaxed) {
                Signal.Handler.write("\n\u{1E}{\"trapped\":")
                Signal.Handler.write(step)
                Signal.Handler.write(isSurvived ? ",\"survived\":true}\n" : "}\n")
                return
            }
            Signal.Handler.write("Error: the reducer trapped in step ")
            Signal.Handler.write(step)
            let isEdited = isInEdited.load(ordering: .relaxed)
            Signal.Handler.write(isEdited ? " of the edited timeline" : "")
            Signal.Handler.write(isSurvived ? survived : crashes)
            Signal.Handler.write(".\n")
            if isEdited {
                return Signal.Handler.write(
                    "-o FILE saves that timeline, with its steps numbered anew, and `timeline log FILE` shows them.\n")
            }
            Signal.Handler.write("`timeline log` shows its action, `timeline state` the states before it.\n")
        }
        // There is no answer: a step that traps leaves no state to look at.
        SupervisedProcess.exitInHandler(ExitStatus.cannotTell.rawValue)
    }
}
