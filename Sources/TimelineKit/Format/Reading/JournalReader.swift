/// Reads the lines of a journal in order, over all its segments, in constant memory, and checks each against the format.
package struct JournalReader {
    package enum Item: Sendable {
        case line(LocatedLine)
        /// A line with the right checksum, which was not parsed. Of a reader that proves lines alone.
        case proved(RawLines.RawLine, LineOutline)
        /// The next item is the next line.
        case damage(Damage, RawLines.RawLine?)
    }

    private let segments: [Segment]
    private let provesLines: Bool
    private let refuse: (@Sendable (Damage) throws(JournalError) -> Void)?
    /// Whether the order of the lines was checked before, so that `nextBlock` may map many.
    package let wereChecked: Bool
    /// A torn last line, or the end of a packed file that was cut off.
    package private(set) var hasDroppedTornLine = false

    private var lines: RawLines
    private var order: JournalOrder
    private var isAtEndOfSegment = false

    /// - Parameters:
    ///   - place: Where a line begins. The step before it is `last`, if that is known.
    ///   - provesLines: Whether `nextItem` leaves lines unparsed that have the right checksum, where every line must have one.
    ///   - checksOrder: False if the caller puts the lines in order.
    ///   - refuse: Called with damage to a line. Nil if such damage was refused before: it is skipped.
    package init(
        _ segments: [Segment], from place: Place? = nil, after last: LineOrder.PrecedingStep? = nil,
        provesLines: Bool = false, checksOrder: Bool = true, wereChecked: Bool = false,
        refuse: (@Sendable (Damage) throws(JournalError) -> Void)? = { (damage) throws(JournalError) in
            throw .damaged(first: damage, count: 1)
        }
    ) {
        (self.segments, self.provesLines, self.wereChecked, self.refuse) = (segments, provesLines, wereChecked, refuse)
        lines = RawLines(segments[place?.segment ?? 0].source, byte: place?.byte ?? 0)
        order = JournalOrder(segments, checksOrder: checksOrder, from: place, after: last)
    }

    package init(_ source: any ByteSource, file: String) { self.init([Segment(name: file, source: source, size: 0)]) }

    package var segment: Int { order.segment }

    package func place(of line: LocatedLine) -> Place { Place(segment: segment, byte: line.byte) }

    package func position(of line: LocatedLine) -> Int { segments[..<segment].reduce(line.byte) { $0 + $1.size } }

    package mutating func next() throws(JournalError) -> LocatedLine? {
        while true {
            let item: Item?
            do throws(FileError) { item = try nextItem() } catch { throw .unreadableWithin(error) }
            switch item {
            case .line(let line): return line
            case .proved: preconditionFailure("a line was not parsed")
            case .damage(let damage, _) where damage.isOfEnd: hasDroppedTornLine = true
            case .damage(let damage, _): try refuse?(damage)
            case nil: return nil
            }
        }
    }

    package mutating func nextItem() throws(FileError) -> Item? {
        while true {
            while !isAtEndOfSegment {
                if let raw = try lines.next() {
                    if let item = item(raw) { return item }
                } else {
                    isAtEndOfSegment = true
                    if let damage = order.damageAtEndOfSegment { return .damage(damage, nil) }
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
        if raw.isTorn { return order.endAtTornLine(raw.number, byte: raw.byte).map { .damage($0, nil) } }
        do throws(LineError) {
            if provesLines, order.requiresChecksums,
                let outline = raw.bytes.withUnsafeBufferPointer({ LineOutline(ofRecorded: $0) })
            {
                try order.check(outline, number: raw.number)
                return .proved(raw, outline)
            }
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

    /// The blocks of lines from here to the end of the segment.
    package var remainingBlocks: LineBlocks { lines.remainingBlocks }

    /// Continues with the next segment, whose lines were checked before. Returns false if there is none.
    package mutating func skipToNextSegment() -> Bool {
        guard order.hasNextSegment else { return false }
        _ = order.openNextSegment()
        lines = RawLines(segments[segment].source)
        return true
    }
}
