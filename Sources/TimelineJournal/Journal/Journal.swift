package import TimelineSystem

/// A recorded timeline: a file, the segments in a folder, or standard input. Thread-safe: nothing changes after opening.
/// Opening reads it once, in constant memory. Where every line has a checksum, this proves the checksums, kinds and order of the
/// lines; a reader of a line parses it.
package final class Journal: ReplayableJournal {
    package let name: String
    package let header: Header
    package let index: JournalIndex
    package let bytes: Int
    package let unreturned: Int?

    /// Whether opening checked lines by their checksums, without parsing them.
    package let checksOnly: Bool

    /// Which of its first segments are missing from the folder, though no rotation dropped them.
    package let missingStart: Damage?

    package let segments: [Segment]

    package var files: [(name: String, source: any ByteSource)] { segments.map { ($0.name, $0.source) } }

    package let lastFile: String

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
        do throws(FileError) { try scan.run(progress) } catch { throw .unreadable(error) }
        let (segments, index) = (sequence.segments, scan.index)
        self.name = name
        self.segments = segments
        self.index = index
        header = sequence.header
        checksOnly = !parsesAll && segments.contains(where: \.hasChecksums)
        bytes = segments.reduce(0) { $0 + $1.size }
        self.lastFile = lastFile ?? segments[segments.count - 1].name
        // A single file was chosen from its folder, or is all there is.
        let isFolder = name != segments[0].name && !index.checkpoints.isEmpty
        missingStart = isFolder ? sequence.missingStart(before: index.first) : nil
        unreturned = StatusPage.unreturnedStep(
            of: header, first: index.first, last: index.last, lastIsSet: index.lastIsSet, hasEnd: index.end != nil,
            beside: self.lastFile)
    }

    /// The same timeline, with the last step to be reduced again although its reducer never returned.
    package init(retryingLastStepOf other: Journal) {
        name = other.name
        header = other.header
        index = other.index
        bytes = other.bytes
        unreturned = nil
        checksOnly = other.checksOnly
        missingStart = other.missingStart
        segments = other.segments
        lastFile = other.lastFile
    }

    /// Refuses damage; if it must be `strict`, a torn line and a missing start, too.
    package func requireSound(_ recovery: Recovery = .tail) throws(JournalError) {
        if let first = index.damage.first { throw .damaged(first: first, count: index.damageCount) }
        guard recovery == .strict else { return }
        if let missingStart { throw .startMissing(missingStart) }
        if let torn = index.torn { throw index.isCut ? .cut(torn) : .torn(torn) }
        if index.checkpoints.isEmpty {
            throw .torn(
                Damage(file: name, line: 2, byte: bytes, reason: "the run ended before its first state was written"))
        }
    }

    package var hasEnd: Bool { index.end != nil }
    package var first: Int { index.first }
    package var last: Int { index.last }
    package var lastAt: Moment { index.lastAt }

    package func checkpoints(around seq: Int) -> Checkpoints { index.checkpoints }
    package func marks() -> [Mark] { index.marks }
    package func check() throws(JournalError) {
        guard checksOnly else { return }
        try Journal(name: name, segments: segments, parsesAll: true).requireSound()
    }

    /// All lines in order. Damaged lines are skipped if opening found damage: call `requireSound()` first.
    package func lines() -> JournalReader { lines(from: Place(segment: 0, byte: 0)) }
    package func lines(from place: Place) -> JournalReader {
        guard index.damageCount == 0 else { return JournalReader(segments, from: place, wereChecked: true) }
        return JournalReader(segments, from: place, wereChecked: true) { [self] damage throws(JournalError) in
            try check()
            throw .changed(damage.file)
        }
    }
    package func lines(fromStep seq: Int) -> JournalReader { index.place(before: seq).map(lines) ?? lines() }

    package func lines(fromSnapshotBeforeStep seq: Int) -> JournalReader {
        index.snapshotPlace(beforeStep: seq).map(lines) ?? lines()
    }

    /// Follows the timeline, which is being recorded, from a snapshot before the line of step `seq`.
    package func follower(fromStep seq: Int) -> JournalFollower {
        let slash = segments[0].name == name ? nil : segments[0].name.lastIndex(of: "/")
        return JournalFollower(
            segments, in: slash.map { String(segments[0].name[..<$0]) },
            from: index.snapshotPlace(beforeStep: seq) ?? Place(segment: 0, byte: 0))
    }
}
