package import TimelineKit

extension CrashBundle {
    /// Makes a bundle that begins `count` steps before the last one, at a state made by replay. If it fits, another such state confirms
    /// it at its end. Without the program, it begins at a recorded state, so it may hold more steps.
    ///
    /// The states that the program makes of a timeline that needs migrations are not those of the version that its header names. Its
    /// bundle begins at a recorded state, too.
    ///
    /// - Parameter part: The first and the last position, in place of `count`.
    package init(
        of journal: Journal, program: (any Program)? = nil, last count: Int = 5, part: ClosedRange<Int>? = nil,
        limit: Int = .max, ending: Ending = Ending(), isLastStepKnown: Bool = true,
        onReducing: ((_ seq: Int?) -> Void)? = nil
    ) throws {
        let last = part?.upperBound ?? journal.last
        let isOpen = !isLastStepKnown && journal.unreturned == nil && last > journal.first
        let known = isOpen ? last - 1 : min(last, journal.end)
        let wanted = min(max(journal.first, part?.lowerBound ?? last - max(1, count)), known)
        var ending = last < journal.last ? Ending() : ending.completed(by: journal.header.bundle)
        ending.isReduced = isOpen ? nil : last < journal.last || journal.unreturned == nil
        let lines = BundleLines(of: journal.header, last: part == nil ? count : last - wanted, limit: limit)
        var reader = try journal.lines(fromSnapshotBeforeStep: wanted + 1)
        while let line = try reader.next(), !line.content.outline.isStep || line.content.outline.through <= last {
            lines.add(line.bytes, line.content.outline, line.content)
        }
        guard let program, let replay = Self.replay(program, journal, onReducing) else {
            self = try lines.bundle(ending)
            return
        }
        // The last position whose state may be known.
        let end = min(known, lines.last)
        var unavailable: ReplayError?
        func state(_ seq: Int) throws(ReplayError) -> JSONText? {
            do throws(ReplayError) { return try replay(seq) } catch {
                guard error.isUnavailable else { throw error }
                unavailable = unavailable ?? error
                return nil
            }
        }
        do {
            self = try lines.bundle(from: wanted, upTo: end, ending, state: state)
        } catch BundleError.noState {
            throw unavailable.map { $0 as any Error } ?? BundleError.noState
        }
        guard first < end, !lines.hasState(from: end), let text = try state(end) else { return }
        let at = try journal.moment(of: end)
        let line = LineWriter.line(.snapshot(Snapshot(seq: end, at: at, state: text)))
        if bytes.count + line.count <= limit { bytes += line }
    }

    /// Returns the state after a step; nil if the timeline needs migrations.
    private static func replay(
        _ program: some Program, _ journal: Journal, _ onReducing: ((_ seq: Int?) -> Void)?
    ) -> ((_ seq: Int) throws(ReplayError) -> JSONText)? {
        var replayer = Replayer(program, journal)
        if replayer.migrations != nil { return nil }
        replayer.onReducing = onReducing
        return { (seq) throws(ReplayError) in
            try ReplayError.encode(try replayer.state(at: seq), at: seq, of: journal.name)
        }
    }
}
