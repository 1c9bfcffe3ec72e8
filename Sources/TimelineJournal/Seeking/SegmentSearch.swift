internal import TimelineSystem

/// Finds steps and states in one file without reading it from the start: steps are numbered along it, so that a place is
/// found by halving, in as many looks as the file's size has binary digits.
///
/// Pure but for the bytes it asks for. Memory is a window. What it finds it found by a glance at each line; whatever looks
/// other than expected is a `Surprise`.
struct SegmentSearch: Sendable {
    private let source: any ByteSource
    /// Below this distance, lines are looked at one after another: so many bytes are read at first, and then more.
    private let stride: Int
    private var window: Int { stride * 16 }
    /// Where the first line after the header and the first snapshot begins.
    private let start: Int
    /// Where the last whole line ends.
    let end: Int
    /// The snapshot that the segment begins with.
    let first: GlancedLine

    /// - Parameters:
    ///   - size: How many bytes there are.
    ///   - stride: How many are read at first: at least those of a glance.
    init(_ source: any ByteSource, size: Int, stride: Int = 4096) throws(Surprise) {
        precondition(stride >= LineGlance.length)
        self.source = source
        self.stride = stride
        end = try Self.lastLineEnd(source, size, stride)
        guard let headerEnd = try Self.lineEnd(source, from: 0, limit: end) else { throw .unexpected(byte: 0) }
        let bytes = try Self.read(source, at: headerEnd, count: min(LineGlance.length, end - headerEnd))
        guard let glance = LineGlance(bytes[...]), glance.kind == .snapshot,
            let snapshotEnd = try Self.lineEnd(source, from: headerEnd, limit: end)
        else { throw .unexpected(byte: headerEnd) }
        first = GlancedLine(glance: glance, byte: headerEnd)
        start = snapshotEnd
    }

    // MARK: - Steps

    /// The first line that is a step, a state that was set or a gap, and whose number is `seq` or more; nil where there is
    /// none.
    func step(from seq: Int) throws(Surprise) -> GlancedLine? {
        try firstStep { $0.seq >= seq }
    }

    /// The last of them whose number is `seq` or less.
    func lastStep(atOrBefore seq: Int) throws(Surprise) -> GlancedLine? {
        try backward(from: step(from: seq + 1)?.byte ?? end, until: \.isStep)
    }

    /// The last of them that ends at or before `byte`, where a line begins or the last one ends.
    func lastStep(before byte: Int) throws(Surprise) -> GlancedLine? { try backward(from: byte, until: \.isStep) }

    /// The last step, or state that was set, that was at `at` or earlier.
    func lastStep(atOrBefore at: Moment) throws(Surprise) -> GlancedLine? {
        let border = try firstStep { $0.at > at }?.byte ?? end
        return try backward(from: border) { $0.kind == .step || $0.kind == .set }
    }

    /// The first of them.
    func firstStep() throws(Surprise) -> GlancedLine? { try forward(from: start, to: end, until: \.isStep) }

    private func firstStep(where isPast: (LineGlance) -> Bool) throws(Surprise) -> GlancedLine? {
        var low = start
        var high = end
        while high - low > stride {
            let middle = low + (high - low) / 2
            guard let begin = try Self.lineEnd(source, from: middle, limit: high),
                let line = try forward(from: begin, to: high, until: \.isStep), !isPast(line.glance)
            else {
                high = middle
                continue
            }
            low = line.byte
        }
        // The line that crosses the upper end may be the one.
        return try forward(from: low, to: end) { $0.isStep && isPast($0) }
    }

    /// The last of them, and whether the line that ends the run follows.
    func lastStep() throws(Surprise) -> (line: GlancedLine?, hasEnd: Bool) {
        var hasEnd = false
        let line = try backward(from: end) { glance in
            if glance.kind == .end { hasEnd = true }
            return glance.isStep
        }
        return (line, hasEnd)
    }

    // MARK: - States

    /// The last line with a state at or before step `seq`, which must not be before the segment's first. Of several snapshots
    /// of one step it is the first.
    func state(atOrBefore seq: Int) throws(Surprise) -> GlancedLine {
        let border = try step(from: seq + 1)?.byte ?? end
        var best = first
        _ = try backward(from: border) { glance, byte in
            let isState = glance.kind == .set || glance.kind == .snapshot
            let isOfSameStep = best != first && best.glance.kind == .snapshot && glance.kind == .snapshot
            if isState, glance.seq <= seq, glance.seq > best.glance.seq || isOfSameStep && glance.seq == best.glance.seq
            {
                best = GlancedLine(glance: glance, byte: byte)
            }
            // What stands before is older.
            return glance.isStep && glance.seq <= best.glance.seq
        }
        // Snapshots may come late, in their order.
        _ = try forward(from: border, to: end) { glance, byte in
            guard glance.kind == .snapshot else { return false }
            let isNewer = glance.seq > best.glance.seq || glance.seq == best.glance.seq && best.glance.kind == .set
            if glance.seq <= seq, isNewer { best = GlancedLine(glance: glance, byte: byte) }
            return glance.seq > seq
        }
        return best
    }

    /// The first snapshot of step `seq`, the last there is; nil where there is none.
    func lastSnapshot(of seq: Int) throws(Surprise) -> GlancedLine? {
        guard let step = try lastStep().line else { return first.glance.seq == seq ? first : nil }
        return try forward(from: step.byte, to: end) { $0.kind == .snapshot && $0.seq == seq }
    }

    /// The first line with a state after step `seq`; nil where there is none.
    func state(after seq: Int) throws(Surprise) -> GlancedLine? {
        guard seq >= first.glance.seq else { return first }
        var set: GlancedLine?
        let snapshot = try forward(from: beginning(ofStep: seq), to: end) { glance, byte in
            if glance.kind == .set, glance.seq > seq, set == nil { set = GlancedLine(glance: glance, byte: byte) }
            return glance.kind == .snapshot && glance.seq > seq
        }
        guard let set else { return snapshot }
        guard let snapshot, snapshot.glance.seq < set.glance.seq else { return set }
        return snapshot
    }

    /// The first snapshot of step `seq` or a later one; nil where there is none.
    func snapshot(from seq: Int) throws(Surprise) -> GlancedLine? {
        guard seq > first.glance.seq else { return first }
        return try forward(from: beginning(ofStep: seq), to: end) { $0.kind == .snapshot && $0.seq >= seq }
    }

    /// Where the line of step `seq` begins, or of the gap that it may be in: no snapshot of it stands before.
    private func beginning(ofStep seq: Int) throws(Surprise) -> Int {
        try lastStep(atOrBefore: seq)?.byte ?? start
    }

    /// Whether a snapshot of step `seq` or a later one stands between two places where lines begin.
    func hasSnapshot(from seq: Int, between low: Int, and high: Int) throws(Surprise) -> Bool {
        try forward(from: low, to: high) { $0.kind == .snapshot && $0.seq >= seq } != nil
    }

    // MARK: - Lines

    /// How many lines end before `byte`. Reads all that stands before it: for a message.
    func lineCount(before byte: Int) throws(Surprise) -> Int {
        var count = 0
        var place = 0
        while place < byte {
            let bytes = try Self.read(source, at: place, count: min(1 << 20, byte - place))
            count += bytes.count { $0 == UInt8(ascii: "\n") }
            place += bytes.count
        }
        return count
    }

    private func forward(
        from begin: Int, to limit: Int, until isWanted: (LineGlance) -> Bool
    ) throws(Surprise) -> GlancedLine? {
        try forward(from: begin, to: limit) { glance, _ in isWanted(glance) }
    }

    /// The first line from the one that begins at `begin`, and before `limit`, that is wanted.
    private func forward(
        from begin: Int, to limit: Int, until isWanted: (_ glance: LineGlance, _ byte: Int) -> Bool
    ) throws(Surprise) -> GlancedLine? {
        var byte = begin
        // Most of the time the line is near.
        var size = stride
        while byte < limit {
            let bytes = try Self.read(source, at: byte, count: min(size, end - byte))
            size = window
            let isLast = byte + bytes.count == end
            var place = 0
            // The last line of the window is left to the next, where its beginning may not be here whole.
            while byte + place < limit, place < bytes.count, isLast || bytes.count - place >= LineGlance.length {
                let line = bytes[place...]
                let glance = try glance(line.prefix(LineGlance.length), at: byte + place)
                if isWanted(glance, byte + place) { return GlancedLine(glance: glance, byte: byte + place) }
                guard let lineFeed = line.firstIndex(of: UInt8(ascii: "\n")) else {
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

    private func backward(from limit: Int, until isWanted: (LineGlance) -> Bool) throws(Surprise) -> GlancedLine? {
        try backward(from: limit) { glance, _ in isWanted(glance) }
    }

    /// The last line that ends at or before `limit`, itself the end of a line, and that is wanted; lines before the first
    /// snapshot aside.
    private func backward(
        from limit: Int, until isWanted: (_ glance: LineGlance, _ byte: Int) -> Bool
    ) throws(Surprise) -> GlancedLine? {
        // The bytes that are known begin here, and the lines from here on were looked at.
        var known = limit
        var size = stride
        while known > start {
            let from = max(start, known - size)
            let bytes = try Self.read(source, at: from, count: min(limit - from, known - from + LineGlance.length))
            // Places after a line feed, and the very first.
            var place = known - from
            while place > 0 {
                place -= 1
                let isBeginning = place == 0 ? from == start : bytes[place - 1] == UInt8(ascii: "\n")
                guard isBeginning else { continue }
                let glance = try glance(bytes[place...].prefix(LineGlance.length), at: from + place)
                if isWanted(glance, from + place) { return GlancedLine(glance: glance, byte: from + place) }
            }
            // The first byte may begin a line: only the one before it tells.
            known = from == start ? start : from + 1
            size = window
        }
        return nil
    }

    /// What a line tells.
    private func glance(_ bytes: ArraySlice<UInt8>, at byte: Int) throws(Surprise) -> LineGlance {
        guard let glance = LineGlance(bytes) else { throw .unexpected(byte: byte) }
        return glance
    }

    // MARK: - Bytes

    /// The place after the first line feed at or after `byte`; nil where none stands before `limit`.
    private static func lineEnd(_ source: any ByteSource, from byte: Int, limit: Int) throws(Surprise) -> Int? {
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
    private static func lastLineEnd(_ source: any ByteSource, _ size: Int, _ stride: Int) throws(Surprise) -> Int {
        var limit = size
        while limit > 0 {
            let from = max(0, limit - stride)
            let bytes = try read(source, at: from, count: limit - from)
            if let lineFeed = bytes.lastIndex(of: UInt8(ascii: "\n")) { return from + lineFeed + 1 }
            limit = from
        }
        throw .unexpected(byte: 0)
    }

    /// All of these bytes: they were there when the file was opened.
    private static func read(_ source: any ByteSource, at byte: Int, count: Int) throws(Surprise) -> [UInt8] {
        let bytes: [UInt8]
        do throws(FileError) { bytes = try source.read(at: byte, count: count) } catch { throw .unreadable(error) }
        guard bytes.count == count else { throw .unexpected(byte: byte) }
        return bytes
    }
}

extension LineGlance {
    /// Whether the line counts on the number of steps.
    fileprivate var isStep: Bool { kind == .step || kind == .set || kind == .gap }
}
