/// Reads the lines of a journal in order, over all its segments, in constant memory, and checks each against the format.
package struct JournalReader {
    package enum Item: Sendable {
        case line(LocatedLine)
        /// A line, or the beginning or end of a file, that is not what the format says. The next item is the next line.
        case damage(Damage, RawLines.RawLine?)
        /// The last line of a segment has no LF: it was being written when the run ended.
        case torn(Damage)
        case cut(Damage)
    }

    private let segments: [Segment]
    let recovery: Recovery
    let refuse: @Sendable (Damage) throws(JournalError) -> Void
    /// Whether the order of the lines was checked before, so that `nextChunk` may read them.
    package let wereChecked: Bool
    /// A torn last line, or the end of a packed file that was cut off.
    package internal(set) var hasDroppedTornLine = false

    private var lines: RawLines
    private var order: JournalOrder
    private var isAtEndOfSegment = false

    /// If it does not check the order, the caller puts the lines in order.
    package init(_ segments: [Segment], checksOrder: Bool = true, recovery: Recovery = .tail) {
        self.segments = segments
        self.recovery = recovery
        wereChecked = false
        refuse = { damage throws(JournalError) in throw .damaged(first: damage, count: 1) }
        lines = RawLines(segments[0].source)
        order = JournalOrder(segments, checksOrder: checksOrder)
    }

    package init(_ source: any ByteSource, file: String) { self.init([Segment(name: file, source: source, size: 0)]) }

    /// From a place where a line begins. Without `refuse`, damage is skipped: it was refused before.
    package init(
        _ segments: [Segment], from place: Place, after last: LineOrder.PrecedingStep? = nil, wereChecked: Bool = false,
        refuse: (@Sendable (Damage) throws(JournalError) -> Void)? = nil
    ) {
        self.segments = segments
        self.wereChecked = wereChecked
        recovery = refuse == nil ? .salvage : .tail
        self.refuse = refuse ?? { _ in }
        lines = RawLines(segments[place.segment].source, byte: place.byte)
        order = JournalOrder(segments, from: place, after: last)
    }

    package var segment: Int { order.segment }

    package func place(of line: LocatedLine) -> Place { Place(segment: segment, byte: line.byte) }

    package func position(of line: LocatedLine) -> Int { segments[..<segment].reduce(line.byte) { $0 + $1.size } }

    package mutating func nextItem() throws(FileError) -> Item? {
        while true {
            while !isAtEndOfSegment {
                if let raw = try lines.next() {
                    if let item = item(raw) { return item }
                } else {
                    isAtEndOfSegment = true
                    switch order.endOfSegment {
                    case .sound: break
                    case .damage(let damage): return .damage(damage, nil)
                    case .cut(let damage): return .cut(damage)
                    }
                }
            }
            guard order.hasNextSegment else { return nil }
            let damage = order.openNextSegment()
            lines = RawLines(segments[segment].source)
            isAtEndOfSegment = segments[segment].headerDamage != nil
            if let damage { return .damage(damage, nil) }
        }
    }

    private mutating func item(_ raw: RawLines.RawLine) -> Item? {
        if raw.isTorn { return order.endAtTornLine(raw.number, byte: raw.byte).map { .torn($0) } }
        do throws(LineError) {
            let content = try raw.parsed()
            if raw.byte == 0, case .header(let header) = content { order.open(header) }
            if order.requiresChecksums { try LineParser.requireChecksum(of: raw.bytes) }
            try order.check(content.outline, number: raw.number)
            return .line(LocatedLine(number: raw.number, byte: raw.byte, bytes: raw.bytes, content: content))
        } catch {
            order.skip(number: raw.number)
            return .damage(order.damage(line: raw.number, byte: raw.byte + error.byte, error.reason), raw)
        }
    }

    /// The blocks of lines from here to the end of the segment, for a reader that checks their order itself.
    package var remainingBlocks: LineBlocks { lines.remainingBlocks }

    /// The blocks of the next segment; nil if there is none.
    package mutating func nextSegmentBlocks() -> LineBlocks? {
        guard order.hasNextSegment else { return nil }
        _ = order.openNextSegment()
        return LineBlocks(ahead: segments[segment].source)
    }
}
