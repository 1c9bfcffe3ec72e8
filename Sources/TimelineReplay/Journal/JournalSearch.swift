internal import TimelineKit

/// Finds steps by binary search, since their numbers increase. An offset counts the bytes of all segments.
/// Only the beginning of each line is parsed. Another beginning than a recorder writes is an error, unless the kind is unknown.
struct JournalSearch: Sendable {
    /// A recorder does not write such a line, or not at this place. A full reading decides whether the line is damaged.
    struct UnexpectedLine: Error {}

    struct FoundLine {
        let outline: LineOutline
        let offset: Int
        let place: Place
    }

    struct FoundCheckpoints {
        let all: Checkpoints
        /// For which they are the same.
        let steps: ClosedRange<Int>
    }

    private let segments: [Segment]
    private let starts: [Int]
    let end: Int
    /// The size of the first read, and the distance below which lines are read one after another.
    private let stride: Int
    /// The first of each segment.
    private(set) var snapshots: [FoundLine] = []

    init(_ segments: [Segment], stride: Int) throws {
        precondition(stride >= LineOutline.length)
        var (starts, end) = ([Int](), 0)
        for segment in segments {
            guard try segment.source.read(at: segment.size - 1, count: 1) == [UInt8(ascii: "\n")] else {
                throw UnexpectedLine()
            }
            starts.append(end)
            end += segment.size
        }
        (self.segments, self.starts, self.end, self.stride) = (segments, starts, end, stride)
        snapshots = try starts.map { start in
            let line = try forward(from: start, to: end) { _ in true }
            guard let line, line.outline.kind == .snapshot else { throw UnexpectedLine() }
            return line
        }
    }

    // MARK: - Places

    func place(ofStep seq: Int) throws -> Place {
        try last(before: firstStep(after: seq), where: \.isStep)?.place ?? snapshots[0].place
    }

    func place(ofSnapshotBeforeStep seq: Int) throws -> Place {
        try last(before: firstStep(after: seq - 1)) { $0.kind == .snapshot }?.place ?? snapshots[0].place
    }

    /// The states from the last at or before step `seq` to the first snapshot after it.
    func checkpoints(around seq: Int) throws -> FoundCheckpoints {
        var found = Checkpoints()
        var next: Int?
        _ = try forward(from: firstOffset(ofStatesUpTo: seq), to: end) { line in
            found.add(try outline(of: line), at: line.place)
            if line.outline.kind == .snapshot, line.outline.seq > seq { next = line.outline.seq }
            return next != nil
        }
        found.sort()
        let first = found.last(atOrBefore: seq)?.seq ?? .min
        return FoundCheckpoints(all: found, steps: first...(next.map { $0 - 1 } ?? .max))
    }

    /// A line at or before the step that the last state at or before step `seq` follows; no snapshot of it comes before that.
    private func firstOffset(ofStatesUpTo seq: Int) throws -> Int {
        let limit = try firstStep(after: seq)
        return try backward(from: limit) { begin in
            var (firstStep, state): (Int?, Int?)
            _ = try forward(from: begin, to: limit) { line in
                let line = line.outline
                if line.isStep, firstStep == nil { firstStep = line.seq }
                // A snapshot after a gap may be of a step after `seq`.
                if line.kind == .set || line.kind == .snapshot, line.seq <= seq { state = line.seq }
                return false
            }
            return if let firstStep, let state, firstStep <= state { begin } else { nil }
        } ?? 0
    }

    /// The last step before a place, to check the lines from there on as in a full reading.
    func lastStep(before place: Place) throws -> LineOrder.PrecedingStep {
        let limit = starts[place.segment] + place.byte
        guard let line = try last(before: limit, where: \.isStep),
            var step = LineOrder.PrecedingStep(try outline(of: line))
        else { return LineOrder.PrecedingStep(seq: snapshots[0].outline.seq, at: snapshots[0].outline.at) }
        if let gap = step.openGap {
            let snapshot = try forward(from: line.offset, to: limit) {
                $0.outline.kind == .snapshot && $0.outline.seq >= gap
            }
            if snapshot != nil { step.openGap = nil }
        }
        return step
    }

    // MARK: - Steps

    /// The offset of the first step, set or gap whose number is greater than `seq`; of the end if there is none.
    private func firstStep(after seq: Int) throws -> Int {
        var (low, high) = (0, end)
        while high - low > stride {
            let middle = low + (high - low) / 2
            let begin = try lineEnd(from: middle, limit: high)
            let line = try begin.flatMap { try forward(from: $0, to: high) { $0.outline.isStep } }
            if let line, line.outline.seq <= seq { low = line.offset } else { high = middle }
        }
        // The line that crosses the upper end may be the one.
        return try forward(from: low, to: end) { $0.outline.isStep && $0.outline.seq > seq }?.offset ?? end
    }

    func last(before limit: Int, where isWanted: (LineOutline) -> Bool) throws -> FoundLine? {
        try backward(from: limit) { begin in
            var last: FoundLine?
            _ = try forward(from: begin, to: limit) { line in
                if isWanted(line.outline) { last = line }
                return false
            }
            return last
        }
    }

    /// Parses the line of a gap, whose beginning does not show how far it reaches.
    func outline(of line: FoundLine) throws -> LineOutline {
        try line.outline.kind == .gap ? content(at: line.place).outline : line.outline
    }

    private func content(at place: Place) throws -> Line {
        var reader = JournalReader(segments, from: place)
        guard case .line(let read) = try reader.nextItem() else { throw UnexpectedLine() }
        return read.content
    }

    // MARK: - Lines

    /// The first line from the one at `begin`, and before `limit`, that satisfies `isWanted`. Headers and lines of unknown kinds
    /// are skipped.
    func forward(from begin: Int, to limit: Int, until isWanted: (FoundLine) throws -> Bool) throws -> FoundLine? {
        var offset = begin
        // Most of the time the line is near.
        var size = stride
        while offset < limit {
            let segment = segment(at: offset)
            let byte = offset - starts[segment]
            let bytes = try read(segment, at: byte, count: size)[...]
            size = 16 * stride
            let isLast = byte + bytes.count == segments[segment].size
            var place = 0
            // The last line of the window is left to the next one, which has all of its beginning.
            while offset < limit, place < bytes.count, isLast || bytes.count - place >= LineOutline.length {
                if byte + place > 0 {
                    let beginning = bytes[place...].prefix(LineOutline.length)
                    let found = Place(segment: segment, byte: byte + place)
                    if let outline = beginning.withUnsafeBufferPointer({ LineOutline(beginning: $0) }) {
                        let line = FoundLine(outline: outline, offset: offset, place: found)
                        if try isWanted(line) { return line }
                    } else {
                        let end = bytes.endOfLine(from: place)
                        let line =
                            try end < bytes.count ? LineParser.parse(Array(bytes[place..<end])) : content(at: found)
                        guard case .unknown = line else { throw UnexpectedLine() }
                    }
                }
                place = bytes.endOfLine(from: place) + 1
                offset = starts[segment] + byte + place
                if place > bytes.count {
                    guard !isLast, let next = try lineEnd(from: offset - 1, limit: end) else { throw UnexpectedLine() }
                    offset = next
                }
            }
        }
        return nil
    }

    /// What `read` returns for the lines from a little before `limit`, or from further back as long as that is nil.
    private func backward<Found>(from limit: Int, _ read: (_ begin: Int) throws -> Found?) throws -> Found? {
        var size = stride
        while limit > size {
            let begin = try lineEnd(from: limit - size - 1, limit: limit) ?? limit
            if let found = try read(begin) { return found }
            size *= 2
        }
        return try read(0)
    }

    // MARK: - Bytes

    private func segment(at offset: Int) -> Int { starts.partitioningIndex { $0 > offset } - 1 }

    private func lineEnd(from offset: Int, limit: Int) throws -> Int? {
        let segment = segment(at: offset)
        var byte = offset - starts[segment]
        var size = 512
        while starts[segment] + byte < limit {
            let bytes = try read(segment, at: byte, count: size)[...]
            let length = bytes.endOfLine(from: 0)
            byte += length
            if length < bytes.count { return starts[segment] + byte + 1 }
            size = 1 << 20
        }
        return nil
    }

    /// Up to the end of the segment. Throws if the file no longer has the bytes that it had when it was opened.
    private func read(_ segment: Int, at byte: Int, count: Int) throws -> [UInt8] {
        let count = min(count, segments[segment].size - byte)
        let bytes = try segments[segment].source.read(at: byte, count: count)
        guard bytes.count == count, count > 0 else { throw UnexpectedLine() }
        return bytes
    }
}
