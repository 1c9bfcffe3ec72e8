package import TimelineKit

extension CrashBundle {
    /// Makes a bundle that begins `count` steps before the last one, at a state made by replay. If it fits, another such state confirms
    /// it at its end.
    ///
    /// The states that the program makes of a timeline that needs migrations are not those of the version that its header names. Its
    /// bundle begins at a recorded state.
    ///
    /// - Parameter part: The first and the last position, in place of `count`.
    package init<P: Program>(
        of journal: Journal, program: P, last count: Int = 5, part: ClosedRange<Int>? = nil, limit: Int = .max,
        ending: Ending = Ending(), isLastStepKnown: Bool = true, onReducing: ((_ seq: Int?) -> Void)? = nil
    ) throws {
        var replayer = Replayer(program, journal)
        replayer.onReducing = onReducing
        let run = try Run(journal, count, part, limit, ending, isLastStepKnown)
        if replayer.migrations != nil {
            self = try run.lines.bundle(run.ending)
            return
        }
        var unavailable: ReplayError?
        func state(_ seq: Int) throws(ReplayError) -> JSONText? {
            do throws(ReplayError) {
                return try ReplayError.encode(try replayer.state(at: seq), at: seq, of: journal.name)
            } catch {
                guard error.isUnavailable else { throw error }
                unavailable = unavailable ?? error
                return nil
            }
        }
        do {
            self = try run.lines.bundle(from: run.wanted, upTo: run.end, run.ending, state: state)
        } catch BundleError.noState {
            throw unavailable.map { $0 as any Error } ?? BundleError.noState
        }
        guard first < run.end, !run.lines.hasState(from: run.end), let text = try state(run.end) else { return }
        let at = try journal.moment(of: run.end)
        let line = LineWriter.line(.snapshot(Snapshot(seq: run.end, at: at, state: text)))
        if bytes.count + line.count <= limit { bytes += line }
    }

    /// Makes a bundle without the program. It begins at a recorded state, so it may hold more than `count` steps.
    package init(
        of journal: Journal, last count: Int, limit: Int = .max, ending: Ending = Ending(),
        isLastStepKnown: Bool = true
    ) throws {
        let run = try Run(journal, count, nil, limit, ending, isLastStepKnown)
        self = try run.lines.bundle(run.ending)
    }

    private struct Run {
        let lines: BundleLines
        private(set) var ending: Ending
        let wanted: Int
        /// The last position whose state may be known.
        let end: Int

        init(
            _ journal: Journal, _ count: Int, _ part: ClosedRange<Int>?, _ limit: Int, _ ending: Ending,
            _ isLastStepKnown: Bool
        ) throws(JournalError) {
            let last = part?.upperBound ?? journal.last
            let isOpen = !isLastStepKnown && journal.unreturned == nil && last > journal.first
            let known = isOpen ? last - 1 : min(last, journal.end)
            wanted = min(max(journal.first, part?.lowerBound ?? last - max(1, count)), known)
            self.ending = last < journal.last ? Ending() : ending.completed(by: journal.header.bundle)
            self.ending.isReduced = isOpen ? nil : last < journal.last || journal.unreturned == nil
            lines = BundleLines(of: journal.header, last: part == nil ? count : last - wanted, limit: limit)
            var reader = try journal.lines(fromSnapshotBeforeStep: wanted + 1)
            while let line = try reader.next(), !line.content.outline.isStep || line.content.outline.through <= last {
                lines.add(line.bytes, line.content.outline, line.content)
            }
            end = min(known, lines.last)
        }
    }
}
