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
        package var exitStatus: Int?

        package init(signal: String? = nil, exitStatus: Int? = nil) {
            self.signal = signal
            self.exitStatus = exitStatus
        }
    }

    /// Makes a bundle by replay.
    ///
    /// - Parameters:
    ///   - count: How many steps it is to hold; at least 1. A timeline that has fewer gives what it has.
    ///   - limit: How many bytes it may take. Over it, the state that confirms goes first, and then the oldest steps.
    package init<P: Program>(
        of journal: Journal, program: P, last count: Int, limit: Int? = nil, ending: Ending = Ending(),
        willReduce: ((_ seq: Int) -> Void)? = nil
    ) throws(BundleError) {
        var replayer = Replayer(program, journal)
        replayer.willReduce = willReduce
        try self.init(of: journal, last: count, limit: limit, ending: ending) { seq throws(ReplayError) in
            let state = try replayer.state(at: seq)
            do throws(JSONCodingError) { return try JSONCoding.encode(state) } catch {
                throw ReplayError(.unknowable(seq: seq, file: journal.name, reason: "it cannot be encoded: \(error)"))
            }
        }
    }

    /// Makes a bundle without the program: it begins at a state that was recorded, so it may hold more steps than asked.
    package init(
        of journal: Journal, last count: Int, limit: Int? = nil, ending: Ending = Ending()
    ) throws(BundleError) {
        let asked = max(journal.index.first, journal.index.last - count)
        let base = journal.index.checkpoint(atOrBefore: min(asked, journal.end))?.seq ?? journal.index.first
        try self.init(of: journal, last: journal.index.last - base, limit: limit, ending: ending) {
            seq throws(ReplayError) in
            guard let checkpoint = journal.index.checkpoint(atOrBefore: seq), checkpoint.seq == seq else { return nil }
            do throws(FileError) { return try journal.state(at: checkpoint) } catch { throw ReplayError(.file(error)) }
        }
    }

    /// - Parameter state: The state at a position; nil where it cannot be had.
    private init(
        of journal: Journal, last count: Int, limit: Int?, ending: Ending,
        state: (Int) throws(ReplayError) -> JSONText?
    ) throws(BundleError) {
        let index = journal.index
        let limit = limit ?? .max
        var smallest = 0
        do throws(ReplayError) {
            var first = min(max(index.first, index.last - max(1, count)), journal.end)
            var base = try Self.base(&first, in: journal, state: state)
            let confirming = journal.end > first ? try Self.ifKnowable(journal.end, state) : nil
            while true {
                for last in confirming == nil || first == journal.end ? [nil] : [confirming, nil] {
                    let bytes = try Self.compose(journal, from: first, base, confirming: last, ending)
                    smallest = bytes.count
                    if bytes.count <= limit {
                        (self.bytes, states, self.first) = (bytes, index.last - first, first)
                        return
                    }
                }
                first += 1
                guard first <= min(journal.end, index.last - 1) else { break }
                base = try Self.base(&first, in: journal, state: state)
                if first == index.last { break }
            }
        } catch {
            throw .replay(error)
        }
        throw .tooLarge(file: journal.name, bytes: smallest, limit: limit)
    }

    /// The state at `seq`; nil where an action that was not encoded, or a gap, stands in the way.
    private static func ifKnowable(
        _ seq: Int, _ state: (Int) throws(ReplayError) -> JSONText?
    ) throws(ReplayError) -> JSONText? {
        do throws(ReplayError) { return try state(seq) } catch {
            guard error.isUnknowable else { throw error }
            return nil
        }
    }

    /// The state at `first`. A state inside a gap cannot be had: then `first` moves to the next that was recorded.
    private static func base(
        _ first: inout Int, in journal: Journal, state: (Int) throws(ReplayError) -> JSONText?
    ) throws(ReplayError) -> JSONText {
        while true {
            do throws(ReplayError) {
                if let base = try state(first) { return base }
                throw ReplayError(.unknowable(seq: first, file: journal.name, reason: "it was not recorded"))
            } catch {
                guard error.isUnknowable, let next = journal.index.checkpoint(after: first) else { throw error }
                first = next.seq
            }
        }
    }

    private static func compose(
        _ journal: Journal, from first: Int, _ base: JSONText, confirming: JSONText?, _ ending: Ending
    ) throws(ReplayError) -> [UInt8] {
        let index = journal.index
        let note = BundleNote(
            states: index.last - first, lastSeq: index.last, lastReduced: journal.unreturned == nil,
            signal: ending.signal ?? journal.header.bundle?.signal,
            exitStatus: ending.exitStatus ?? journal.header.bundle?.exitStatus)
        var at = Moment.zero
        var steps: [UInt8] = []
        var isConfirmed = confirming == nil
        // After a gap, or an action that was not encoded, only a state recorded at this step or later tells how things
        // stood. A snapshot may come late, so one that is met before may be an earlier one.
        var unknownUpTo: Int?
        func confirm(_ at: Moment) {
            guard let confirming, !isConfirmed else { return }
            steps += LineWriter.snapshot(Snapshot(seq: journal.end, at: at, state: confirming))
            isConfirmed = true
        }
        var lines = journal.lines(fromStep: first)
        var last = Moment.zero
        do throws(FileError) {
            while let line = try lines.next() {
                switch line.content {
                case .step(let step) where step.seq <= first: at = step.at
                case .step(let step):
                    if step.seq > journal.end { confirm(last) }
                    steps += line.bytes + [UInt8(ascii: "\n")]
                    last = step.at
                    if step.isOpaque { unknownUpTo = step.seq } else if step.isSet { unknownUpTo = nil }
                case .gap(let gap) where gap.through > first:
                    steps += line.bytes + [UInt8(ascii: "\n")]
                    unknownUpTo = gap.through
                case .mark(let mark) where mark.seq >= first:
                    steps += line.bytes + [UInt8(ascii: "\n")]
                case .snapshot(let snapshot) where snapshot.seq == first: at = snapshot.at
                case .snapshot(let snapshot) where snapshot.seq >= unknownUpTo ?? .max:
                    steps += line.bytes + [UInt8(ascii: "\n")]
                    unknownUpTo = nil
                    if snapshot.seq == journal.end { isConfirmed = true }
                default: break
                }
            }
        } catch {
            throw ReplayError(.file(error))
        }
        confirm(last)
        return LineWriter.header(journal.header.noting(note))
            + LineWriter.snapshot(Snapshot(seq: first, at: at, state: base)) + steps
    }
}
