internal import TimelineJSON
package import TimelineJournal

/// A timeline cut to its last steps. A step whose reducer never returned stays last, and is not reduced again.
package struct CrashBundle {
    package let bytes: [UInt8]
    /// The number of steps after the first state.
    package let states: Int
    package let first: Int

    package struct Ending: Sendable {
        package var signal: String?
        /// The status as a shell reports it: 128 plus the number of the signal, if one ended the app.
        package var exitStatus: Int?
        package var backtrace: Backtrace?

        package init(signal: String? = nil, exitStatus: Int? = nil, backtrace: Backtrace? = nil) {
            self.signal = signal
            self.exitStatus = exitStatus
            self.backtrace = backtrace
        }
    }

    /// Makes a bundle by replay of its first state. Over the limit, replays other states, too: logarithmically many.
    package init<P: Program>(
        of journal: any ReplayableJournal, program: P, last count: Int, limit: Int = .max, ending: Ending = Ending(),
        isLastStepKnown: Bool = true, onReducing: ((_ seq: Int?) -> Void)? = nil
    ) throws(BundleError) {
        var replayer = Replayer(program, journal)
        replayer.onReducing = onReducing
        if replayer.migrations != nil {
            // The states that the program makes are not those of the version that the header names.
            try self.init(
                of: journal, last: count, limit: limit, ending: ending, isLastStepKnown: isLastStepKnown)
            return
        }
        try self.init(
            of: journal, last: count, limit: limit, ending: ending, isLastStepKnown: isLastStepKnown
        ) { seq throws(ReplayError) in
            try ReplayError.encode(try replayer.state(at: seq), at: seq, of: journal.name)
        }
    }

    /// Makes a bundle without the program. It begins at a recorded state, so it may hold more than `count` steps.
    package init(
        of journal: any ReplayableJournal, last count: Int, limit: Int = .max, ending: Ending = Ending(),
        isLastStepKnown: Bool = true
    ) throws(BundleError) {
        let wanted = min(max(journal.first, journal.last - count), journal.end)
        let base: Int
        do throws(JournalError) { base = try journal.checkpoint(atOrBefore: wanted)?.seq ?? journal.first } catch {
            throw .replay(ReplayError(error))
        }
        try self.init(
            of: journal, last: journal.last - base, limit: limit, ending: ending, isLastStepKnown: isLastStepKnown
        ) { seq throws(ReplayError) in
            let checkpoint = try ReplayError.converting(try journal.checkpoint(atOrBefore: seq))
            guard let checkpoint, checkpoint.seq == seq else { return nil }
            return try ReplayError.converting(try journal.state(at: checkpoint))
        }
    }

    private init(
        of journal: any ReplayableJournal, last count: Int, limit: Int, ending: Ending, isLastStepKnown: Bool,
        state: @escaping (Int) throws(ReplayError) -> JSONText?
    ) throws(BundleError) {
        let tooLarge: Int
        do throws(ReplayError) {
            var cutter = try BundleCutter(
                of: journal, last: count, ending: ending, isLastStepKnown: isLastStepKnown, state: state)
            if try cutter.shrink(to: limit) {
                (bytes, states, first) = (try cutter.bytes(), cutter.stepCount, cutter.first)
                return
            }
            tooLarge = cutter.size
        } catch {
            throw .replay(error)
        }
        throw .tooLarge(file: journal.name, bytes: tooLarge, limit: limit)
    }
}

package enum BundleError: Error, Equatable, CustomStringConvertible {
    case tooLarge(file: String, bytes: Int, limit: Int)
    case replay(ReplayError)

    package var description: String {
        switch self {
        case .tooLarge(let file, let bytes, let limit):
            """
            a bundle of \(file) takes at least \(bytes) bytes, for one state and the step after it, and may take \(limit).
            Allow more with --max-bytes.
            """
        case .replay(let error): error.description
        }
    }
}

extension ReplayableJournal {
    package var lastReducedOnPage: Int? { StatusPage.lastReduced(beside: lastFile, session: header.session) }

    /// Whether the reducer returned from the last step. Nil if unknown: it may have ended the app, and must not run again.
    package func isLastReduced() throws(JournalError) -> Bool? {
        if unreturned == last { return false }
        // An `end` line, a status page, a state that was set and a snapshot of the last step each show that no reducer is pending.
        if hasEnd || lastReducedOnPage != nil || last == first { return true }
        if header.bundle?.lastSeq == last, header.bundle?.lastReduced == true { return true }
        return try checkpoint(atOrBefore: last)?.seq == last ? true : nil
    }
}
