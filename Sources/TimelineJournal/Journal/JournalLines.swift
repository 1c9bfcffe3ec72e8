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
                JournalReader(first.source, file: first.name, from: place, after: before)
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
}
