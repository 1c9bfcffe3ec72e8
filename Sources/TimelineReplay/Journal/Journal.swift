internal import Synchronization
package import TimelineKit

/// A recorded timeline: a file, the segments in a folder, or standard input. Thread-safe.
///
/// Opening reads it once, in constant memory. Where every line has a checksum, this proves the checksums, kinds and order of the lines; a
/// reader of a line parses it. A timeline that is *searched* is not read: its lines are found by binary search, and each that is read is
/// checked. If one is not as a recorder writes it, the whole timeline is read instead, and the errors are those of a full reading.
package final class Journal: Sendable {
    package let name: String
    package let header: Header
    package let segments: [Segment]
    /// The file of the last segment that counts, beside which the status page lies.
    package let lastFile: String
    /// The step that the first snapshot follows: 0, unless what came before was dropped.
    package let first, last: Int
    package let lastAt: Moment
    package let hasEnd: Bool
    /// The last step, if its reducer is known not to have returned. It must not be reduced again.
    package let unreturned: Int?
    /// Which of its first segments are missing from the folder, though no rotation dropped them.
    package let missingStart: Damage?
    /// Whether lines were checked by their checksums, without parsing them.
    package let checksOnly: Bool

    /// Nil if it was read when it was opened.
    private let search: JournalSearch?
    private let found: Mutex<Found>

    private struct Found {
        /// Those around the last step that was asked for.
        var checkpoints: JournalSearch.FoundCheckpoints?
        var index: JournalIndex?
    }

    /// Opens and reads a journal. Damage is noted in the index; `requireSound()` refuses it.
    package convenience init(
        opening path: String, unpacker: (any Unpacker)? = nil, parsesAll: Bool = false, countsActions: Bool = false,
        progress: (_ done: Int, _ total: Int) -> Void = { _, _ in }
    ) throws(JournalError) {
        try self.init(
            name: path == "-" ? "standard input" : path, segments: try Segment.all(at: path, unpacker),
            parsesAll: parsesAll, countsActions: countsActions, progress: progress)
    }

    package convenience init(
        opening segments: [String], name: String, unpacker: (any Unpacker)? = nil, parsesAll: Bool = false
    ) throws(JournalError) {
        try self.init(name: name, segments: try Segment.all(listed: segments, unpacker), parsesAll: parsesAll)
    }

    package convenience init(bytes: [UInt8], name: String = "memory") throws(JournalError) {
        try self.init(name: name, segments: [try Segment(name: name, source: bytes)])
    }

    package init(
        name: String, segments: [Segment], lastFile: String? = nil, parsesAll: Bool = false,
        countsActions: Bool = false, progress: (_ done: Int, _ total: Int) -> Void = { _, _ in }
    ) throws(JournalError) {
        let sequence = try SegmentSequence(segments)
        var scan = JournalScan(sequence, parsesAll: parsesAll, countsActions: countsActions)
        try JournalError.reading(try scan.run(progress))
        let (segments, index) = (sequence.segments, scan.index)
        (self.name, self.segments, header) = (name, segments, sequence.header)
        (first, last, lastAt, hasEnd) = (index.first, index.last, index.lastAt, index.end != nil)
        search = nil
        found = Mutex(Found(index: index))
        checksOnly = !parsesAll && segments.contains(where: \.hasChecksums)
        self.lastFile = lastFile ?? segments[segments.count - 1].name
        // A single file was chosen from its folder, or is all there is.
        let isFolder = name != segments[0].name && !index.checkpoints.isEmpty
        missingStart = isFolder ? sequence.missingStart(before: first) : nil
        unreturned = StatusPage.unreturnedStep(
            of: header, first: first, last: last, lastIsSet: index.lastIsSet, hasEnd: hasEnd, beside: self.lastFile)
    }

    /// A journal that is searched; nil if it cannot be: short, packed, torn, or in any way unusual.
    package static func searched(_ path: String, from size: Int = 1 << 20) -> Journal? {
        guard path != "-", !JournalFolder.holdsPacked(path), let segments = try? Segment.all(at: path, nil),
            segments.reduce(0, { $0 + $1.size }) >= size
        else { return nil }
        return try? Journal(name: path, segments: segments, stride: 4096)
    }

    /// One that is searched.
    init(name: String, segments: [Segment], stride: Int) throws {
        let sequence = try SegmentSequence(segments)
        let search = try JournalSearch(sequence.segments, stride: stride)
        let snapshots = search.snapshots.map(\.outline)
        // A full reading reports torn lines and missing segments.
        guard sequence.segments.count == segments.count,
            zip(snapshots, snapshots.dropFirst()).allSatisfy({ $0.seq <= $1.seq }),
            sequence.segments.allSatisfy({ $0.missing == nil }),
            name == segments[0].name || sequence.missingStart(before: snapshots[0].seq) == nil
        else { throw JournalSearch.UnexpectedLine() }
        (self.name, self.segments, header) = (name, sequence.segments, sequence.header)
        (self.search, checksOnly, missingStart) = (search, true, nil)
        found = Mutex(Found())
        let line = try search.last(before: search.end, where: \.isStep)
        let step = LineOrder.PrecedingStep(try line.map(search.outline))
        (first, last, lastAt) = (snapshots[0].seq, step?.seq ?? snapshots[0].seq, step?.at ?? snapshots[0].at)
        hasEnd = try search.forward(from: line?.offset ?? 0, to: search.end) { $0.outline.kind == .end } != nil
        lastFile = segments[segments.count - 1].name
        unreturned = StatusPage.unreturnedStep(
            of: header, first: first, last: last, lastIsSet: line?.outline.kind == .set, hasEnd: hasEnd,
            beside: lastFile)
    }

    /// The same timeline, with the last step to be reduced again although its reducer never returned.
    package init(retryingLastStepOf other: Journal) {
        (name, header, segments, lastFile) = (other.name, other.header, other.segments, other.lastFile)
        (first, last, lastAt, hasEnd, unreturned) = (other.first, other.last, other.lastAt, other.hasEnd, nil)
        (missingStart, checksOnly, search) = (other.missingStart, other.checksOnly, other.search)
        found = Mutex(other.found.withLock { $0 })
    }

    package var isSearched: Bool { search != nil }
    package var bytes: Int { segments.reduce(0) { $0 + $1.size } }
    package var files: [(name: String, source: any ByteSource)] { segments.map { ($0.name, $0.source) } }

    /// What one pass over all lines finds. A searched journal is read when this is asked for first, and must be sound.
    package var index: JournalIndex {
        get throws(JournalError) {
            if let index = found.withLock({ $0.index }) { return index }
            let read = try Journal(name: name, segments: segments)
            try read.requireSound()
            let index = try read.index
            found.withLock { $0 = Found(index: index) }
            return index
        }
    }

    var isRead: Bool { found.withLock { $0.index != nil } }

    /// Refuses damage; if it must be `strict`, a torn line and a missing start, too.
    package func requireSound(_ recovery: Recovery = .tail) throws(JournalError) {
        let index = try index
        if let first = index.damage.first { throw .damaged(first: first, count: index.damageCount) }
        guard recovery == .strict else { return }
        if let first = missingStart ?? index.torn { throw .damaged(first: first, count: 1) }
        if index.checkpoints.isEmpty {
            let reason = "the run ended before its first state was written"
            throw .damaged(first: Damage(file: name, line: 2, byte: bytes, reason: reason, kind: .torn), count: 1)
        }
    }

    package func requireSound(of program: some Program) throws(JournalError) {
        try requireSound()
        guard header.program == program.name else {
            throw .foreign(file: name, found: header.program, expected: program.name)
        }
    }

    /// Throws what a check of the whole journal finds, unless it was checked when it was opened.
    package func check() throws(JournalError) {
        if checksOnly { try Journal(name: name, segments: segments, parsesAll: true).requireSound() }
    }

    // MARK: - Places

    /// From the last state at or before step `seq` up to the next snapshot, or more.
    package func checkpoints(around seq: Int) throws(JournalError) -> Checkpoints {
        if let near = found.withLock({ $0.checkpoints }), near.steps.contains(seq) { return near.all }
        return try answer { search in
            let near = try search.checkpoints(around: seq)
            found.withLock { $0.checkpoints = near }
            return near.all
        } orElse: {
            $0.checkpoints
        }
    }

    /// All lines in order. Damaged lines are skipped if opening found damage: call `requireSound()` first.
    package func lines() -> JournalReader { reader(from: Place(segment: 0, byte: 0)) }

    package func lines(from place: Place) throws(JournalError) -> JournalReader {
        try lines({ _ in place }, orElse: { _ in place })
    }

    /// The lines from that of step `seq`, or from a little before it.
    package func lines(fromStep seq: Int) throws(JournalError) -> JournalReader {
        try lines({ try $0.place(ofStep: seq) }, orElse: { $0.place(before: seq) })
    }

    /// The lines from a snapshot before that of step `seq`: the site of the step is among them.
    package func lines(fromSnapshotBeforeStep seq: Int) throws(JournalError) -> JournalReader {
        try lines({ try $0.place(ofSnapshotBeforeStep: seq) }, orElse: { $0.snapshotPlace(beforeStep: seq) })
    }

    /// Follows the timeline, which is being recorded, from a snapshot before the line of step `seq`.
    package func follower(fromStep seq: Int) throws(JournalError) -> JournalFollower {
        let slash = segments[0].name == name ? nil : segments[0].name.lastIndex(of: "/")
        return JournalFollower(
            segments, in: slash.map { String(segments[0].name[..<$0]) },
            from: try index.snapshotPlace(beforeStep: seq) ?? Place(segment: 0, byte: 0))
    }

    private func lines(
        _ find: (JournalSearch) throws -> Place, orElse known: (JournalIndex) -> Place?
    ) throws(JournalError) -> JournalReader {
        try answer { search in
            let place = try find(search)
            return reader(from: place, after: try search.lastStep(before: place))
        } orElse: {
            reader(from: known($0) ?? Place(segment: 0, byte: 0))
        }
    }

    private func reader(from place: Place, after last: LineOrder.PrecedingStep? = nil) -> JournalReader {
        let index = found.withLock { $0.index }
        if index?.damageCount ?? 0 > 0 { return JournalReader(segments, from: place, refuse: nil) }
        return JournalReader(segments, from: place, after: last, wereChecked: index != nil) {
            [self] damage throws(JournalError) in
            try check()
            throw .changed(damage.file)
        }
    }

    private func answer<Answer>(
        _ ask: (JournalSearch) throws -> Answer, orElse known: (JournalIndex) -> Answer
    ) throws(JournalError) -> Answer {
        if let search, !isRead, let answer = try? ask(search) { return answer }
        return known(try index)
    }
}
