package import TimelineSystem

/// A cursor over the lines of a journal: reads them in order, over all its segments, in constant memory, and checks each
/// against the format.
package struct JournalReader {
    package enum Item: Sendable {
        case line(LocatedLine)
        /// A line, or the beginning or end of a file, that is not what the format says. The next item is the next line.
        case damage(Damage, RawLines.RawLine?)
        /// The last line of a segment has no LF: it was being written when the run ended.
        case torn(Damage)
        /// The last segment is packed, and the end of that file is missing.
        case cut(Damage)
    }

    private let segments: [Segment]
    let recovery: Recovery
    let refuse: @Sendable (Damage) throws(JournalError) -> Void
    /// The segment of the last item.
    package private(set) var segment = 0
    /// Whether `next()` dropped a torn last line, or the end of a packed file that was cut off.
    package internal(set) var hasDroppedTornLine = false

    private var lines: RawLines
    /// Nil if the order is not checked.
    private var order: LineOrder?
    private var requiresChecksums: Bool
    private var isAtEndOfSegment = false
    /// Where the segment ends, or its last whole line if it has a torn one.
    private var end: (line: Int, byte: Int)
    /// The last step that was read, for the next segment to continue from.
    private var last: LineOrder.PrecedingStep?
    private var hasSnapshot = false
    private var hasEnded = false

    /// The parser of lines ahead, its current chunk, and the number of lines of that chunk that were returned.
    private var ahead: ReadAhead<[Result<Line, LineError>]>?
    private var chunk = ReadAhead<[Result<Line, LineError>]>.Chunk()
    private var taken = 0

    /// Reads from the start.
    ///
    /// - Parameters:
    ///   - checksOrder: Whether each line is compared with those before it. Otherwise the caller puts them in order.
    ///   - parsesAhead: Whether idle processors parse lines ahead. Then read no copy of this cursor.
    package init(
        _ segments: [Segment], checksOrder: Bool = true, recovery: Recovery = .tail, parsesAhead: Bool = false
    ) {
        self.segments = segments
        self.recovery = recovery
        refuse = { damage throws(JournalError) in throw .damaged(first: damage, count: 1) }
        lines = RawLines(segments[0].source)
        order = checksOrder ? LineOrder() : nil
        requiresChecksums = segments[0].hasChecksums
        end = (1, segments[0].size)
        last = LineOrder.PrecedingStep(seq: 0, at: .zero)
        if parsesAhead { parseAhead() }
    }

    /// Reads one file from its start.
    package init(_ source: any ByteSource, file: String) { self.init([Segment(name: file, source: source, size: 0)]) }

    /// Reads from a place where a line begins.
    ///
    /// - Parameters:
    ///   - last: The last step before the place, to compare the lines with; nil if it is unknown.
    ///   - refuse: Throws the error for damage. Without it, damage is skipped: it was refused before.
    init(
        _ segments: [Segment], from place: Place, after last: LineOrder.PrecedingStep? = nil,
        refuse: (@Sendable (Damage) throws(JournalError) -> Void)? = nil
    ) {
        self.segments = segments
        recovery = refuse == nil ? .salvage : .tail
        self.refuse = refuse ?? { _ in }
        self.last = last
        segment = place.segment
        lines = RawLines(segments[segment].source, byte: place.byte)
        order = place.byte > 0 ? LineOrder(resumingAfter: last) : LineOrder()
        requiresChecksums = segments[segment].hasChecksums
        end = (1, segments[segment].size)
        hasSnapshot = true
    }

    /// Where a line that was just read begins.
    package func place(of line: LocatedLine) -> Place { Place(segment: segment, byte: line.byte) }

    /// The number of bytes before a line that was just read, in all segments.
    package func position(of line: LocatedLine) -> Int { segments[..<segment].reduce(line.byte) { $0 + $1.size } }

    /// The next item, or nil at the end.
    package mutating func nextItem() throws(FileError) -> Item? {
        while true {
            while !isAtEndOfSegment {
                if let (raw, parsed) = try nextLine() {
                    if let item = item(raw, parsed) { return item }
                } else {
                    isAtEndOfSegment = true
                    if let item = itemAtEndOfSegment { return item }
                }
            }
            guard segment + 1 < segments.count else { return nil }
            if let damage = openNextSegment() { return .damage(damage, nil) }
        }
    }

    /// Returns the damage that its beginning is.
    private mutating func openNextSegment() -> Damage? {
        segment += 1
        let next = segments[segment]
        lines = RawLines(next.source)
        if ahead != nil { parseAhead() }
        if order != nil { order = LineOrder(after: last, missing: next.missing, isFirst: false) }
        requiresChecksums = next.hasChecksums
        end = (1, next.size)
        isAtEndOfSegment = next.headerDamage != nil
        if let damage = next.headerDamage { return damage }
        guard hasEnded, order != nil else { return nil }
        return Damage(file: next.name, line: 1, byte: 0, reason: "a segment follows the end of the run")
    }

    private var itemAtEndOfSegment: Item? {
        guard let error = segments[segment].unpackingError else { return nil }
        let damage = Damage(file: segments[segment].name, line: end.line, byte: end.byte, reason: error.reason)
        // A later segment continues from the whole of this one.
        return error.isCut && segment == segments.count - 1 ? .cut(damage) : .damage(damage, nil)
    }

    private mutating func item(_ raw: RawLines.RawLine, _ parsed: Result<Line, LineError>) -> Item? {
        if raw.isTorn {
            end = (raw.number, raw.byte)
            if segments[segment].unpackingError != nil { return nil }
            return .torn(damage(in: raw, "the line is torn: it has no line break"))
        }
        end.line = raw.number &+ 1
        do throws(LineError) {
            let content = try parsed.get()
            if raw.byte == 0, case .header(let header) = content { requiresChecksums = header.hasChecksums }
            if requiresChecksums { try LineParser.requireChecksum(of: raw.bytes) }
            try order?.check(content)
            remember(content)
            return .line(LocatedLine(number: raw.number, byte: raw.byte, bytes: raw.bytes, content: content))
        } catch {
            order?.resume()
            return .damage(damage(in: raw, at: error.byte, error.reason), raw)
        }
    }

    private func damage(in line: RawLines.RawLine, at byte: Int = 0, _ reason: String) -> Damage {
        Damage(file: segments[segment].name, line: line.number, byte: line.byte + byte, reason: reason)
    }

    private mutating func remember(_ line: Line) {
        switch line {
        case .step, .gap: last = LineOrder.PrecedingStep(line)
        case .snapshot(let snapshot) where !hasSnapshot:
            hasSnapshot = true
            // Steps come before it only if the snapshot that they followed is damaged.
            if let last, snapshot.seq >= last.seq {
                self.last = LineOrder.PrecedingStep(seq: snapshot.seq, at: snapshot.at)
            }
        case .end: hasEnded = true
        default: break
        }
    }

    // MARK: - Ahead

    private mutating func parseAhead() {
        ahead = ReadAhead(lines) { lines in
            lines.map { line in Result { () throws(LineError) in try line.parsed() } }
        }
    }

    private mutating func nextLine() throws(FileError) -> (RawLines.RawLine, Result<Line, LineError>)? {
        guard let ahead else {
            guard let raw = try lines.next() else { return nil }
            return (raw, Result { () throws(LineError) in try raw.parsed() })
        }
        while taken == chunk.lines.count {
            if let error = chunk.error { throw error }
            guard let next = ahead.next() else { return nil }
            (chunk, taken) = (next, 0)
        }
        guard let parsed = chunk.parsed else { return nil }
        taken += 1
        return (chunk.lines[taken - 1], parsed[taken - 1])
    }

    /// Whether the lines were checked before, so that `nextChunk` may read them.
    package var wereChecked: Bool { recovery == .salvage }

    /// The next lines, some hundred at a time, which are parsed ahead on idle processors; nil at the end. After the first call,
    /// read this cursor and no copy of it, and only with this method.
    ///
    /// - Parameters:
    ///   - ahead: The state between calls; nil at the first.
    ///   - work: Parses chunks of lines, on any thread.
    package mutating func nextChunk<Parsed>(
        _ ahead: inout ReadAhead<Parsed>?, _ work: @escaping ReadAhead<Parsed>.Work
    ) -> ReadAhead<Parsed>.Chunk? {
        var current = ahead ?? ReadAhead(lines, work: work)
        defer { ahead = current }
        while true {
            if let chunk = current.next() { return chunk }
            guard segment + 1 < segments.count else { return nil }
            segment += 1
            current = ReadAhead(RawLines(segments[segment].source), work: work)
        }
    }
}
