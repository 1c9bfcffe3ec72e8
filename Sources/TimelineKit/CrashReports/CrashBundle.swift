internal import TimelineJSON
package import TimelineJournal

/// A timeline cut to its last states, made to be attached to a crash report.
///
/// It is a timeline itself: a header with a note, the state some steps back, the steps since as they were recorded, and
/// the last state, which confirms them. A step whose reducer never returned stays last, and is not run again.
package struct CrashBundle {
    /// The file.
    package let bytes: [UInt8]
    /// How many steps it holds, after its first state.
    package let states: Int
    /// The first position in it.
    package let first: Int

    /// How an app ended, where one watched.
    package struct Ending: Sendable {
        package var signal: String?
        /// As a shell has it: 128 and the number of the signal where one ended the app.
        package var exitStatus: Int?
        package var backtrace: Backtrace?

        package init(signal: String? = nil, exitStatus: Int? = nil, backtrace: Backtrace? = nil) {
            self.signal = signal
            self.exitStatus = exitStatus
            self.backtrace = backtrace
        }
    }

    /// Makes a bundle by replay.
    ///
    /// The cost is that of the state where it begins, and of one reading of the lines after; over the limit, that of some
    /// more states, whose number grows with the logarithm of `count`.
    ///
    /// - Parameters:
    ///   - count: How many steps it is to hold; at least 1. A timeline that has fewer gives what it has.
    ///   - limit: How many bytes it may take. Over it, the state that confirms goes first, then the outermost frames of
    ///     a backtrace until it takes a quarter of them, then the oldest steps, and what is left of the backtrace last.
    ///   - reducing: Told the number of each step just before its reducer runs, and nil when it has returned.
    ///   - isLastStepKnown: Whether a last step that is not known to have trapped did return. Where it is not, the step is
    ///     not run, and the note leaves open whether its reducer returned.
    package init<P: Program>(
        of journal: Journal, program: P, last count: Int, limit: Int? = nil, ending: Ending = Ending(),
        isLastStepKnown: Bool = true, reducing: ((_ seq: Int?) -> Void)? = nil
    ) throws(BundleError) {
        var replayer = Replayer(program, journal)
        replayer.reducing = reducing
        try self.init(
            of: journal, last: count, limit: limit, ending: ending, isLastStepKnown: isLastStepKnown
        ) { seq throws(ReplayError) in
            let state = try replayer.state(at: seq)
            do throws(JSONCodingError) { return try JSONCoding.encode(state) } catch {
                throw ReplayError(.unknowable(seq: seq, file: journal.name, reason: "it cannot be encoded: \(error)"))
            }
        }
    }

    /// Makes a bundle without the program: it begins at a state that was recorded, so it may hold more steps than asked.
    package init(
        of journal: Journal, last count: Int, limit: Int? = nil, ending: Ending = Ending(),
        isLastStepKnown: Bool = true
    ) throws(BundleError) {
        let asked = max(journal.index.first, journal.index.last - count)
        let base = journal.index.checkpoints.last(atOrBefore: min(asked, journal.end))?.seq ?? journal.index.first
        try self.init(
            of: journal, last: journal.index.last - base, limit: limit, ending: ending,
            isLastStepKnown: isLastStepKnown
        ) { seq throws(ReplayError) in
            guard let checkpoint = journal.index.checkpoints.last(atOrBefore: seq), checkpoint.seq == seq else {
                return nil
            }
            do throws(JournalError) { return try journal.state(at: checkpoint) } catch { throw ReplayError(error) }
        }
    }

    /// - Parameter state: The state at a position; nil where it cannot be had.
    private init(
        of journal: Journal, last count: Int, limit: Int?, ending: Ending, isLastStepKnown: Bool,
        state: (Int) throws(ReplayError) -> JSONText?
    ) throws(BundleError) {
        let draft: BundleDraft
        let fits: Bool
        do throws(ReplayError) {
            var made = try BundleDraft(
                of: journal, last: count, ending: ending, isLastStepKnown: isLastStepKnown, state: state)
            fits = if let limit { try made.shrink(to: limit, state: state) } else { true }
            draft = made
            bytes = fits ? try made.bytes() : []
        } catch {
            throw .replay(error)
        }
        guard fits else { throw .tooLarge(file: journal.name, bytes: draft.size, limit: limit ?? .max) }
        (states, first) = (draft.states, draft.first)
    }
}

/// Why no bundle was made.
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
