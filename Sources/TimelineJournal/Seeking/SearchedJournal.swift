internal import Synchronization
internal import TimelineSystem

/// A long timeline whose steps and states are found by search, without reading all of it.
///
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

    private typealias FoundLine = SegmentSearch.FoundLine

    private let searches: [SegmentSearch]
    private let index = Mutex(Index())

    private struct Index {
        /// The checkpoints around the last step that was queried, and the steps for which they are the same.
        var found: (checkpoints: Checkpoints, steps: ClosedRange<Int>)?
        /// The whole journal, once it was read.
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
        guard sequence.segments.count == segments.count else { throw SegmentSearch.UnexpectedLine() }
        self.name = name
        self.segments = sequence.segments
        header = sequence.header
        searches = try sequence.segments.map { try SegmentSearch($0.source, size: $0.size, stride: stride) }
        first = searches[0].first.prefix.seq
        let end = searches[searches.count - 1]
        let (line, hasEnd) = try end.lastStep()
        self.hasEnd = hasEnd
        last = line?.prefix.seq ?? end.first.prefix.seq
        lastAt = line?.prefix.at ?? end.first.prefix.at
        // A full reading reports torn lines and missing segments.
        guard zip(searches, segments).allSatisfy({ $0.end == $1.size }),
            zip(searches, searches.dropFirst()).allSatisfy({ $0.first.prefix.seq <= $1.first.prefix.seq }),
            sequence.segments.allSatisfy({ $0.missing == nil }),
            name == segments[0].name || sequence.missingStart(before: first) == nil,
            // How far a gap reaches is further along its line; and what the last step was, in the segment before.
            line?.prefix.kind != .gap, line != nil || segments.count == 1
        else { throw SegmentSearch.UnexpectedLine() }
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

    /// Whether something required reading it all.
    var isComplete: Bool { index.withLock { $0.complete != nil } }

    /// Reads it all, and refuses damage.
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

    private func place(of line: FoundLine, _ segment: Int) -> Place {
        Place(segment: segment, byte: line.byte)
    }

    private func place(ofStep seq: Int) throws -> Place {
        let segment = searches.lastIndex { $0.first.prefix.seq < seq } ?? 0
        return place(of: try searches[segment].lastStep(atOrBefore: seq) ?? searches[segment].first, segment)
    }

    /// Indexes the states from the last at or before step `seq` to the first snapshot after it.
    private func findCheckpoints(
        around seq: Int
    ) throws -> (checkpoints: Checkpoints, steps: ClosedRange<Int>) {
        var found = Checkpoints()
        var next: Int?
        let start = try firstPlace(ofStatesUpTo: seq)
        for segment in start.segment..<segments.count where next == nil {
            let search = searches[segment]
            let begin = segment == start.segment ? start.byte : search.first.byte
            _ = try search.forward(from: begin, to: search.end) { line in
                let (number, at) = (line.prefix.seq, line.prefix.at)
                switch line.prefix.kind {
                case .action, .opaque: found.addStep(number)
                case .gap: found.addStep(try gap(line, segment).seq)
                case .set: found.addSet(number, at, place(of: line, segment))
                case .snapshot:
                    found.addSnapshot(number, at, place(of: line, segment))
                    if number > seq { next = number }
                case .generated, .mark, .end: break
                }
                return next != nil
            }
        }
        found.sort()
        return (found, (found.last(atOrBefore: seq)?.seq ?? .min)...(next.map { $0 - 1 } ?? .max))
    }

    /// The line of the step that the last state at or before step `seq` follows; no snapshot of it comes before that.
    private func firstPlace(ofStatesUpTo seq: Int) throws -> Place {
        var segment = searches.lastIndex { $0.first.prefix.seq <= seq } ?? 0
        var line = try searches[segment].stepOfLastState(upTo: seq)
        // The segment before may end with a snapshot of the step that this one begins after. The first of them counts.
        while line == nil, segment > 0 {
            segment -= 1
            line = try searches[segment].lastStep().line
        }
        return place(of: line ?? searches[0].first, segment)
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
        for segment in (0...place.segment).reversed() {
            let limit = segment == place.segment ? place.byte : searches[segment].end
            guard let line = try searches[segment].lastStep(before: limit) else { continue }
            guard line.prefix.kind == .gap else {
                return LineOrder.PrecedingStep(seq: line.prefix.seq, at: line.prefix.at)
            }
            var gap = try gap(line, segment)
            let snapshot = try searches[segment].forward(from: line.byte, to: limit) {
                $0.prefix.kind == .snapshot && $0.prefix.seq >= gap.seq
            }
            // Each segment begins with a snapshot.
            if snapshot != nil || segment < place.segment { gap.openGap = nil }
            return gap
        }
        let first = searches[0].first.prefix
        return LineOrder.PrecedingStep(seq: first.seq, at: first.at)
    }

    /// Parses the line of a gap: how far it reaches is not in its prefix.
    private func gap(
        _ line: FoundLine, _ segment: Int
    ) throws -> LineOrder.PrecedingStep {
        var reader = JournalReader(segments, from: place(of: line, segment))
        guard case .line(let read) = try reader.nextItem(), let gap = LineOrder.PrecedingStep(read.content.outline)
        else {
            throw SegmentSearch.UnexpectedLine()
        }
        return gap
    }
}
