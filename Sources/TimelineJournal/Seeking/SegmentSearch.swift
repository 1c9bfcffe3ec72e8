internal import TimelineSystem

/// Finds steps in one file by binary search, since their numbers increase: O(log n) reads of a few kilobytes.
///
/// It parses the prefix of each line; a line without one is an error.
struct SegmentSearch: Sendable {
    /// A line is not one that a recorder writes, or not where it should be. A full reading decides whether this is damage.
    struct UnexpectedLine: Error {}

    struct FoundLine: Equatable {
        let prefix: LinePrefix
        /// Where it begins.
        let byte: Int
    }

    private let source: any ByteSource
    /// The size of the first read, and the distance below which lines are read one after another.
    private let stride: Int
    /// The size of further reads.
    private var window: Int { stride * 16 }
    /// Where the first line after the header and the first snapshot begins.
    private let start: Int
    /// Where the last whole line ends.
    let end: Int
    /// The snapshot that the segment begins with.
    let first: FoundLine

    init(_ source: any ByteSource, size: Int, stride: Int = 4096) throws {
        precondition(stride >= LinePrefix.length)
        self.source = source
        self.stride = stride
        end = try Self.lastLineEnd(source, size, stride)
        guard let headerEnd = try Self.lineEnd(source, from: 0, limit: end) else { throw UnexpectedLine() }
        let bytes = try Self.read(source, at: headerEnd, count: min(LinePrefix.length, end - headerEnd))
        first = try Self.line(bytes[...], at: headerEnd)
        guard first.prefix.kind == .snapshot, let snapshotEnd = try Self.lineEnd(source, from: headerEnd, limit: end)
        else { throw UnexpectedLine() }
        start = snapshotEnd
    }

    // MARK: - Steps

    /// The last step, set or gap whose number is `seq` or less.
    func lastStep(atOrBefore seq: Int) throws -> FoundLine? {
        try lastStep(before: firstStep { $0.seq > seq }?.byte ?? end)
    }

    /// The last of them that ends at or before `byte`, which is the start of a line or the end of the last.
    func lastStep(before byte: Int) throws -> FoundLine? { try backward(from: byte, until: \.isStep) }

    /// The last step, set or gap, and whether the line that ends the run follows.
    func lastStep() throws -> (line: FoundLine?, hasEnd: Bool) {
        var hasEnd = false
        let line = try backward(from: end) { prefix in
            if prefix.kind == .end { hasEnd = true }
            return prefix.isStep
        }
        return (line, hasEnd)
    }

    /// The line of the step, set or gap that the last state at or before step `seq` follows, or is; nil if that state is the
    /// first of the segment.
    func stepOfLastState(upTo seq: Int) throws -> FoundLine? {
        var state: Int?
        return try backward(from: firstStep { $0.seq > seq }?.byte ?? end) { prefix in
            // Snapshots may come late, in their order. That after a gap may be of a step after `seq`.
            if prefix.kind == .set || prefix.kind == .snapshot, prefix.seq <= seq {
                state = max(state ?? prefix.seq, prefix.seq)
            }
            return prefix.isStep && state.map { prefix.seq <= $0 } ?? false
        }
    }

    private func firstStep(where isPast: (LinePrefix) -> Bool) throws -> FoundLine? {
        var low = start
        var high = end
        while high - low > stride {
            let middle = low + (high - low) / 2
            guard let begin = try Self.lineEnd(source, from: middle, limit: high),
                let line = try forward(from: begin, to: high, until: { $0.prefix.isStep }), !isPast(line.prefix)
            else {
                high = middle
                continue
            }
            low = line.byte
        }
        // The line that crosses the upper end may be the one.
        return try forward(from: low, to: end) { $0.prefix.isStep && isPast($0.prefix) }
    }

    // MARK: - Lines

    /// The first line from the one that begins at `begin`, and before `limit`, that satisfies `isWanted`.
    func forward(
        from begin: Int, to limit: Int, until isWanted: (FoundLine) throws -> Bool
    ) throws -> FoundLine? {
        var byte = begin
        // Most of the time the line is near.
        var size = stride
        while byte < limit {
            let bytes = try Self.read(source, at: byte, count: min(size, end - byte))
            size = window
            let isLast = byte + bytes.count == end
            var place = 0
            // The last line of the window is left to the next one, which has all of its prefix.
            while byte + place < limit, place < bytes.count, isLast || bytes.count - place >= LinePrefix.length {
                let line = try Self.line(bytes[place...], at: byte + place)
                if try isWanted(line) { return line }
                guard let lineFeed = bytes[place...].firstIndex(of: UInt8(ascii: "\n")) else {
                    guard let next = try Self.lineEnd(source, from: byte + bytes.count, limit: end) else { return nil }
                    place = next - byte
                    break
                }
                place = lineFeed + 1
            }
            byte += place
        }
        return nil
    }

    /// The last line that ends at or before `limit`, itself the end of a line, and that satisfies `isWanted`. The header and
    /// the first snapshot are not among them.
    private func backward(
        from limit: Int, until isWanted: (LinePrefix) -> Bool
    ) throws -> FoundLine? {
        // The lines that begin here or later were read.
        var known = limit
        var size = stride
        while known > start {
            let from = max(start, known - size)
            let bytes = try Self.read(source, at: from, count: min(limit - from, known - from + LinePrefix.length))
            // Places after a line feed, and the very first.
            var place = known - from
            while place > 0 {
                place -= 1
                let isBeginning = place == 0 ? from == start : bytes[place - 1] == UInt8(ascii: "\n")
                guard isBeginning else { continue }
                let line = try Self.line(bytes[place...], at: from + place)
                if isWanted(line.prefix) { return line }
            }
            // Whether a line begins at the first byte depends on the byte before it.
            known = from == start ? start : from + 1
            size = window
        }
        return nil
    }

    private static func line(_ bytes: ArraySlice<UInt8>, at byte: Int) throws -> FoundLine {
        let prefix = bytes.prefix(LinePrefix.length).withUnsafeBufferPointer { LinePrefix($0) }
        guard let prefix else { throw UnexpectedLine() }
        return FoundLine(prefix: prefix, byte: byte)
    }

    // MARK: - Bytes

    /// The place after the first line feed at or after `byte`; nil if there is none before `limit`.
    private static func lineEnd(_ source: any ByteSource, from byte: Int, limit: Int) throws -> Int? {
        var place = byte
        var size = 512
        while place < limit {
            let bytes = try read(source, at: place, count: min(size, limit - place))
            if let lineFeed = bytes.firstIndex(of: UInt8(ascii: "\n")) { return place + lineFeed + 1 }
            place += bytes.count
            size = 1 << 20
        }
        return nil
    }

    /// Where the last whole line ends.
    private static func lastLineEnd(_ source: any ByteSource, _ size: Int, _ stride: Int) throws -> Int {
        var limit = size
        while limit > 0 {
            let from = max(0, limit - stride)
            let bytes = try read(source, at: from, count: limit - from)
            if let end = TornLine.start(in: bytes) { return from + end }
            limit = from
        }
        throw UnexpectedLine()
    }

    /// Reads all of these bytes, which were there when the file was opened.
    private static func read(_ source: any ByteSource, at byte: Int, count: Int) throws -> [UInt8] {
        let bytes = try source.read(at: byte, count: count)
        guard bytes.count == count else { throw UnexpectedLine() }
        return bytes
    }
}
