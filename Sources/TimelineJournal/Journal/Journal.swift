package import TimelineSystem

/// A recorded timeline that is open for reading: a file, the segments in a folder, or standard input.
///
/// Opening reads it once, in constant memory. Thread-safe: nothing changes after opening.
package final class Journal: ReplayableJournal {
    package let name: String
    package let header: Header
    /// Counts and places.
    package let index: JournalIndex
    /// The size of all segments.
    package let bytes: Int
    package let unreturned: Int?

    /// Which of its first segments are missing from the folder, though no rotation dropped them.
    package let missingStart: Damage?

    package let segments: [Segment]

    /// The files in their order, each as it is named in messages.
    package var files: [(name: String, source: any ByteSource)] { segments.map { ($0.name, $0.source) } }

    /// The file of the last segment that counts, beside which the run's status page lies.
    package let lastFile: String

    /// Opens and reads a journal. Damage is noted in the index; `requireSound()` refuses it.
    ///
    /// - Parameters:
    ///   - path: A file, a folder, or `-`.
    ///   - unpacker: Reads files that are packed.
    ///   - progress: Called from time to time with the number of bytes that were read.
    ///   - each: Called with each sound line, in order, on this thread.
    package convenience init(
        opening path: String, unpacker: (any Unpacker)? = nil,
        progress: (_ done: Int, _ total: Int) -> Void = { _, _ in }, each: (Line) -> Void = { _ in }
    ) throws(JournalError) {
        try self.init(
            name: path == "-" ? "standard input" : path, segments: try Segment.all(at: path, unpacker),
            progress: progress, each: each)
    }

    /// Opens the segments of one run, in their order.
    ///
    /// - Parameter name: The name of the journal in messages.
    package convenience init(opening segments: [String], name: String) throws(JournalError) {
        var opened: [Segment] = []
        for path in segments { opened.append(try Segment(opening: path)) }
        try self.init(name: name, segments: opened)
    }

    /// Reads a journal that is in memory.
    package convenience init(bytes: [UInt8], name: String = "memory") throws(JournalError) {
        try self.init(name: name, segments: [try Segment(name: name, source: bytes)])
    }

    /// - Parameter lastFile: The file beside which the run's status page lies, if it is not the last segment.
    package init(
        name: String, segments: [Segment], lastFile: String? = nil,
        progress: (_ done: Int, _ total: Int) -> Void = { _, _ in }, each: (Line) -> Void = { _ in }
    ) throws(JournalError) {
        let sequence = try SegmentSequence(segments)
        let segments = sequence.segments
        let total = segments.reduce(0) { $0 + $1.size }
        var index = JournalIndex(tornSegments: sequence.cutSegments)
        var reader = JournalReader(segments, parsesAhead: true)
        var lines = 0
        do throws(FileError) {
            while let item = try reader.nextItem() {
                switch item {
                case .line(let line):
                    index.add(line, at: reader.place(of: line), file: segments[reader.segment].name)
                    each(line.content)
                    lines += 1
                    if lines % 4096 == 0 { progress(reader.position(of: line), total) }
                case .damage(let damage, _): index.add(damage)
                case .torn(let damage): index.tornLines.append(damage)
                case .cut(let damage): index.cut = damage
                }
            }
        } catch {
            throw .unreadable(error)
        }
        index.finish()
        progress(total, total)
        self.name = name
        self.segments = segments
        self.index = index
        header = sequence.header
        bytes = total
        self.lastFile = lastFile ?? segments[segments.count - 1].name
        // A single file was chosen from its folder, or is all there is.
        let isFolder = name != segments[0].name && !index.checkpoints.isEmpty
        missingStart = isFolder ? sequence.missingStart(before: index.first) : nil
        unreturned = StatusPage.unreturnedStep(
            of: header, first: index.first, last: index.last, lastIsSet: index.lastIsSet, hasEnd: index.end != nil,
            beside: self.lastFile)
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

    package var first: Int { index.first }
    package var last: Int { index.last }
    package var lastAt: Moment { index.lastAt }

    package func checkpoints(around seq: Int) -> Checkpoints { index.checkpoints }
    package func marks() -> [Mark] { index.marks }
    package func check() {}

    /// All lines in order. Damaged lines are skipped: call `requireSound()` first.
    package func lines() -> JournalReader { JournalReader(segments, recovery: .salvage) }
    package func lines(from place: Place) -> JournalReader { JournalReader(segments, from: place) }
    package func lines(fromStep seq: Int) -> JournalReader { index.place(before: seq).map(lines) ?? lines() }
}
