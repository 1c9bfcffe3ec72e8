internal import Synchronization

/// Each line read is checked as in `Journal`; damage elsewhere is not detected. If a line is not as a recorder writes it, the
/// whole timeline is read instead, and the errors are those of a `Journal`. Thread-safe.
package final class SearchedJournal: ReplayableJournal {
    package let name: String
    package let header: Header
    package let segments: [Segment]
    package let first: Int
    package let last: Int
    package let lastAt: Moment
    package let unreturned: Int?
    package let hasEnd: Bool

    private let firstAt: Moment
    private let search: JournalSearch
    private let index = Mutex(Index())

    private struct Index {
        /// The checkpoints around the last step that was queried, and the steps for which they are the same.
        var found: (checkpoints: Checkpoints, steps: ClosedRange<Int>)?
        var complete: Journal?
    }

    /// Opens a journal; nil if it cannot be searched: short, packed, torn, or in any way unusual.
    package static func open(_ path: String, from size: Int = 1 << 20) -> SearchedJournal? {
        guard path != "-", !JournalFolder.holdsPacked(path), let segments = try? Segment.all(at: path, nil) else {
            return nil
        }
        guard segments.reduce(0, { $0 + $1.size }) >= size else { return nil }
        return try? SearchedJournal(name: path, segments: segments)
    }

    init(name: String, segments: [Segment], stride: Int = 4096) throws {
        let sequence = try SegmentSequence(segments)
        self.name = name
        self.segments = sequence.segments
        header = sequence.header
        let search = try JournalSearch(sequence.segments, stride: stride)
        self.search = search
        let snapshots = try search.firstSnapshots().map(\.prefix)
        (first, firstAt) = (snapshots[0].seq, snapshots[0].at)
        // A full reading reports torn lines and missing segments.
        guard sequence.segments.count == segments.count,
            zip(snapshots, snapshots.dropFirst()).allSatisfy({ $0.seq <= $1.seq }),
            sequence.segments.allSatisfy({ $0.missing == nil }),
            name == segments[0].name || sequence.missingStart(before: first) == nil
        else { throw JournalSearch.UnexpectedLine() }
        let line = try search.last(before: search.end, where: \.isStep)
        let step = LineOrder.PrecedingStep(try line.flatMap(search.outline))
        (last, lastAt) = (step?.seq ?? first, step?.at ?? firstAt)
        hasEnd = try search.forward(from: line?.offset ?? 0, to: search.end) { $0.prefix.kind == .end } != nil
        unreturned = StatusPage.unreturnedStep(
            of: header, first: first, last: last, lastIsSet: line?.prefix.kind == .set, hasEnd: hasEnd,
            beside: segments[segments.count - 1].name)
    }

    package var lastFile: String { segments[segments.count - 1].name }

    // MARK: - Places

    package func checkpoints(around seq: Int) throws(JournalError) -> Checkpoints {
        if let found = index.withLock({ $0.found }), found.steps.contains(seq) { return found.checkpoints }
        return try answer {
            let found = try findCheckpoints(around: seq)
            index.withLock { $0.found = found }
            return found.checkpoints
        } orElse: {
            $0.index.checkpoints
        }
    }

    package func lines(fromStep seq: Int) throws(JournalError) -> JournalReader {
        try answer {
            try reader(from: place(ofStep: seq))
        } orElse: {
            $0.lines(fromStep: seq)
        }
    }

    package func lines(fromSnapshotBeforeStep seq: Int) throws(JournalError) -> JournalReader {
        try answer {
            let snapshot = try search.last(before: search.firstStep(after: seq - 1)) { $0.kind == .snapshot }
            return try reader(from: snapshot?.place ?? search.firstSnapshots()[0].place)
        } orElse: {
            $0.lines(fromSnapshotBeforeStep: seq)
        }
    }

    package func lines(from place: Place) throws(JournalError) -> JournalReader {
        try answer {
            try reader(from: place)
        } orElse: {
            $0.lines(from: place)
        }
    }

    package func marks() throws(JournalError) -> [Mark] { try complete().marks() }

    package func check() throws(JournalError) {
        try Journal(name: name, segments: segments, parsesAll: true).requireSound()
    }

    var isComplete: Bool { index.withLock { $0.complete != nil } }

    private func complete() throws(JournalError) -> Journal {
        if let journal = index.withLock({ $0.complete }) { return journal }
        let journal = try Journal(name: name, segments: segments)
        try journal.requireSound()
        index.withLock { $0 = Index(complete: journal) }
        return journal
    }

    private func answer<Answer>(
        _ search: () throws -> Answer, orElse ask: (Journal) throws(JournalError) -> Answer
    ) throws(JournalError) -> Answer {
        if let journal = index.withLock({ $0.complete }) { return try ask(journal) }
        do { return try search() } catch { return try ask(complete()) }
    }

    // MARK: - Search

    private func place(ofStep seq: Int) throws -> Place {
        let line = try search.last(before: search.firstStep(after: seq), where: \.isStep)
        return try line?.place ?? search.firstSnapshots()[0].place
    }

    /// Indexes the states from the last at or before step `seq` to the first snapshot after it.
    private func findCheckpoints(
        around seq: Int
    ) throws -> (checkpoints: Checkpoints, steps: ClosedRange<Int>) {
        var found = Checkpoints()
        var next: Int?
        _ = try search.forward(from: firstOffset(ofStatesUpTo: seq), to: search.end) { line in
            if let outline = try search.outline(of: line) { found.add(outline, at: line.place) }
            if line.prefix.kind == .snapshot, line.prefix.seq > seq { next = line.prefix.seq }
            return next != nil
        }
        found.sort()
        return (found, (found.last(atOrBefore: seq)?.seq ?? .min)...(next.map { $0 - 1 } ?? .max))
    }

    /// A line at or before the step that the last state at or before step `seq` follows; no snapshot of it comes before that.
    private func firstOffset(ofStatesUpTo seq: Int) throws -> Int {
        let limit = try search.firstStep(after: seq)
        return try search.backward(from: limit) { begin in
            var (firstStep, state): (Int?, Int?)
            _ = try search.forward(from: begin, to: limit) { line in
                let prefix = line.prefix
                if prefix.isStep, firstStep == nil { firstStep = prefix.seq }
                // A snapshot after a gap may be of a step after `seq`.
                if prefix.kind == .set || prefix.kind == .snapshot, prefix.seq <= seq { state = prefix.seq }
                return false
            }
            return if let firstStep, let state, firstStep <= state { begin } else { nil }
        } ?? 0
    }

    private func reader(from place: Place) throws -> JournalReader {
        JournalReader(segments, from: place, after: try lastStep(before: place)) {
            [self] damage throws(JournalError) in
            try check()
            throw .changed(damage.file)
        }
    }

    /// The last step before a place, to check the lines from there on as in a full reading.
    private func lastStep(before place: Place) throws -> LineOrder.PrecedingStep {
        let limit = search.offset(of: place)
        guard let line = try search.last(before: limit, where: \.isStep),
            var step = LineOrder.PrecedingStep(try search.outline(of: line))
        else { return LineOrder.PrecedingStep(seq: first, at: firstAt) }
        if let gap = step.openGap {
            let snapshot = try search.forward(from: line.offset, to: limit) {
                $0.prefix.kind == .snapshot && $0.prefix.seq >= gap
            }
            if snapshot != nil { step.openGap = nil }
        }
        return step
    }
}
