internal import TimelineJournal

/// The lines after damage. Their numbers increase by one, so after a late snapshot of any of them the rest can be replayed.
struct LostStretch {
    /// The lines can be replayed once the state before this step is known.
    private(set) var first: Int?
    private(set) var seen: Int
    private(set) var lines: [LocatedLine] = []
    private(set) var end: (line: LocatedLine, content: End)?
    private(set) var size = 0

    init(after seq: Int) { seen = seq }

    mutating func add(_ line: LocatedLine, step seq: Int) -> [LocatedLine] {
        let dropped = first == nil || seq != seen + 1 ? removeLines() : []
        if lines.isEmpty { first = seq }
        append(line)
        seen = seq
        return dropped
    }

    mutating func add(_ line: LocatedLine, after seq: Int) -> [LocatedLine] {
        let dropped = seq == seen ? [] : removeLines()
        if first == nil { first = seq + 1 }
        append(line)
        seen = seq
        return dropped
    }

    mutating func add(_ line: LocatedLine, end: End) {
        self.end = (line, end)
        seen = end.seq
    }

    mutating func skip(through seq: Int) -> [LocatedLine] {
        seen = max(seen, seq)
        return removeLines()
    }

    mutating func removeLines() -> [LocatedLine] {
        defer { (lines, first, size) = ([], nil, 0) }
        return lines
    }

    private mutating func append(_ line: LocatedLine) {
        lines.append(line)
        size += line.bytes.count
    }
}
