internal import Synchronization
internal import TimelineDebugger
internal import TimelineKit
internal import TimelineReplay

/// Only the tool installs signal handlers. In an app, the journal and its status page record the step.
enum TrapReport {
    /// The thread that a reducer runs on; 0 for none. A trap on another thread, such as one that decodes values, is not the reducer's.
    private static let thread = Atomic<UInt>(0)

    static func watched<P: Program>(_ replayer: Replayer<P>, isEdited: Bool = false) -> Replayer<P> {
        var replayer = replayer
        replayer.onReducing = watch(isEdited ? nil : replayer.journal, isEdited: isEdited)
        return replayer
    }

    static func states(
        _ program: some Program, _ journal: Journal, fresh: Bool = false
    ) -> any StateSource { ReplayedStates(watched(Replayer(program, journal, fresh: fresh))) }

    /// Installs the signal handlers, forbids the program to start processes, and returns a closure to call with each step before it is reduced, and with nil after.
    static func watch(_ journal: Journal?, isEdited: Bool = false) -> (_ seq: Int?) -> Void {
        let returned = journal.flatMap(lastReturned) ?? -1
        if SupervisedProcess.isOfTool { CurrentProcess.forbidChildren() }
        // Handled once: any other trap ends the process as usual.
        for signal in Signal.traps {
            signal.handle(once: true) { number in
                if TrapReport.thread.load(ordering: .relaxed) == ThreadID.current { SupervisedProcess.endTrapped() }
                Signal.Handler.raiseAgain(number)
            }
        }
        return { seq in
            SupervisedProcess.note(seq, isSurvived: seq.map { $0 <= returned } ?? false, isEdited: isEdited)
            thread.store(seq == nil ? 0 : ThreadID.current, ordering: .relaxed)
        }
    }

    /// The last step whose reducer is known to have returned in the recording; none of a timeline that was made from another.
    private static func lastReturned(in journal: Journal) -> Int? {
        if journal.header.isDerived { return nil }
        let isWhole = journal.hasEnd || journal.unreturned != nil || journal.header.bundle?.lastReduced == true
        // A search for a snapshot would read more of a long file.
        let isLastKnown = isWhole || !journal.isSearched && (try? journal.snapshot(from: journal.last)) != nil
        return isLastKnown ? journal.end : journal.last - 1
    }

    /// In a process that this one started.
    struct TrapError: Error, CustomStringConvertible {
        let step: Int
        let isSurvived: Bool
        var isEdited = false

        /// There is no answer: a step that traps leaves no state to look at.
        var reason: String {
            "the reducer trapped in step \(step)\(isEdited ? " of the edited timeline" : "")"
                + (isSurvived
                    ? ", and not in the recording, which has the state or steps after it: replay differs from the recording"
                    : ": this step crashes the app, and there is no state after it")
        }

        var description: String {
            let advice =
                isEdited
                ? "-o FILE saves that timeline, with its steps numbered anew, and `timeline log FILE` shows them."
                : isSurvived
                    ? "`timeline verify` compares replays and says since when."
                    : "`timeline log` shows its action, `timeline state` the states before it."
            return "\(reason).\n\(advice)"
        }
    }
}

extension TrapReport.TrapError {
    /// Nil unless the reducer ended the process whose progress this is.
    init?(_ progress: ReplayProgress) {
        guard progress.status == ReplayProgress.trapped, let step = progress.seq else { return nil }
        self.init(step: step, isSurvived: progress.isSurvived, isEdited: progress.isEdited)
    }
}
