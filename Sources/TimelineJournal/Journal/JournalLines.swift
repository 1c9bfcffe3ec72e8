internal import TimelineSystem

/// The lines of a journal in order, over all its segments.
package struct JournalLines {
    private let segments: [Segment]
    /// The segment that the last line is of.
    private(set) package var segment: Int
    private var reader: JournalReader
    private let refuse: (@Sendable (Damage) throws(JournalError) -> Void)?
    /// The last step that was read, for the next segment to go on from.
    private var before: LineBefore?

    /// - Parameters:
    ///   - before: What stands before the place, where that is to be held against the lines.
    ///   - refuse: Told of damage that is come by. Without, it is passed over: all is known to be sound.
    init(
        _ segments: [Segment], from place: Place?, after before: LineBefore? = nil,
        refuse: (@Sendable (Damage) throws(JournalError) -> Void)? = nil
    ) {
        self.segments = segments
        self.before = before
        self.refuse = refuse
        segment = place?.segment ?? 0
        let first = segments[segment]
        reader =
            if let place {
                JournalReader(
                    first.source, file: first.name, from: place, after: before, requiresChecksums: first.hasChecksums)
            } else {
                JournalReader(first.source, file: first.name)
            }
    }

    /// The next line, or nil at the end. Torn lines are passed over.
    package mutating func next() throws(JournalError) -> LocatedLine? {
        while true {
            let item: JournalReader.Item?
            do throws(FileError) { item = try reader.next() } catch { throw .unreadableWithin(error) }
            switch item {
            case .line(let line):
                if let step = LineBefore(line.content) { before = step }
                return line
            case .damage(let damage): try refuse?(damage)
            case .torn: continue
            case nil:
                guard segment + 1 < segments.count else { return nil }
                segment += 1
                let next = segments[segment]
                reader = JournalReader(next.source, file: next.name, continuing: before)
            }
        }
    }

    /// Where a line that was just read stands.
    package func place(of line: LocatedLine) -> Place { line.place(inSegment: segment) }

    // MARK: - Ahead

    /// Whether what was read before is known to be sound, so that lines need not be held against each other again.
    package var isKnown: Bool { refuse == nil }

    /// The next lines, some hundred at a time, which are parsed ahead on idle processors; nil at the end. After the first call,
    /// read this `JournalLines` and no copy of it, and only with this method.
    ///
    /// - Parameters:
    ///   - ahead: The state between calls; nil at the first.
    ///   - work: Parses chunks of lines, on any thread.
    package mutating func nextChunk<Parsed>(
        _ ahead: inout LinesAhead<Parsed>?, _ work: @escaping LinesAhead<Parsed>.Work
    ) -> LinesAhead<Parsed>.Chunk? {
        var current = ahead ?? LinesAhead(reader.rest, work: work)
        defer { ahead = current }
        while true {
            if let chunk = current.next() { return chunk }
            guard segment + 1 < segments.count else { return nil }
            segment += 1
            current = LinesAhead(RawLines(segments[segment].source), work: work)
        }
    }
}
