/// The lines of a journal in order, over all its segments.
package struct JournalLines {
    private let segments: [Segment]
    private var segment: Int
    private var reader: JournalReader

    init(_ journal: Journal, from place: Place?) {
        segments = journal.segments
        segment = place?.segment ?? 0
        let first = segments[segment]
        reader =
            if let place {
                JournalReader(first.source, file: first.name, from: place)
            } else {
                JournalReader(first.source, file: first.name)
            }
    }

    /// The next line, or nil at the end. Damaged and torn lines are passed over.
    package mutating func next() throws(FileError) -> LocatedLine? {
        while true {
            switch try reader.next() {
            case .line(let line): return line
            case .damage, .torn: continue
            case nil:
                guard segment + 1 < segments.count else { return nil }
                segment += 1
                reader = JournalReader(segments[segment].source, file: segments[segment].name)
            }
        }
    }
}
