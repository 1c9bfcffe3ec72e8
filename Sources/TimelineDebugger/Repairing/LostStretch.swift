internal import TimelineJournal

/// What came since something was lost: steps that cannot be replayed until a snapshot of one of them is met.
///
/// The steps in it count on without a hole, so a late snapshot of any of them gives back those after it.
struct LostStretch {
    /// The first step that the lines here can give back, once the state before it is known.
    private(set) var first: Int?
    /// The last step that is known to have been.
    private(set) var seen: Int
    private(set) var lines: [LocatedLine] = []
    private(set) var end: (line: LocatedLine, content: End)?
    private var size = 0

    init(after seq: Int) { seen = seq }

    /// Takes a step.
    ///
    /// - Returns: The lines that it makes useless: those before a hole.
    mutating func hold(_ line: LocatedLine, step seq: Int) -> [LocatedLine] {
        let useless = first == nil || seq != seen + 1 ? forget() : []
        if lines.isEmpty { first = seq }
        append(line)
        seen = seq
        return useless
    }

    /// Takes a mark of a step.
    mutating func hold(_ line: LocatedLine, markOf seq: Int) -> [LocatedLine] {
        let useless = seq == seen ? [] : forget()
        if first == nil { first = seq + 1 }
        append(line)
        seen = seq
        return useless
    }

    /// Takes the end of the run.
    mutating func hold(_ line: LocatedLine, end: End) {
        self.end = (line, end)
        seen = end.seq
    }

    /// Steps up to `seq` were, and nothing tells of them.
    mutating func skip(through seq: Int) -> [LocatedLine] {
        seen = max(seen, seq)
        return forget()
    }

    /// Drops what is held: nothing can give it back, or it fills too much memory.
    mutating func forget() -> [LocatedLine] {
        defer { (lines, first, size) = ([], nil, 0) }
        return lines
    }

    /// Whether more is held than should be in memory. Waiting for the snapshot on the next line must cost a bounded amount.
    func isOver(_ limit: Int) -> Bool { size > limit }

    private mutating func append(_ line: LocatedLine) {
        lines.append(line)
        size += line.bytes.count
    }
}
