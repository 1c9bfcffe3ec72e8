internal import TimelineJSON

/// The segments of a folder in their order, and what rotation dropped of them.
package struct SegmentSequence {
    /// The first segment that is there.
    private var first: (header: Header, name: String)?
    private var last = 0
    /// What the headers say was dropped. The last says the most: a segment's own header was written before it was the
    /// first that is left.
    private var dropped = (segments: 0, through: 0)

    package init() {}

    /// Takes the header of the next segment.
    ///
    /// - Returns: What is missing between it and the one before it.
    package mutating func take(_ header: Header, of name: String) -> MissingSegments? {
        if let note = header.object["dropped"]?.object, let segments = note["segments"]?.countable,
            let through = note["through"]?.countable, segments > dropped.segments
        {
            dropped = (segments, through)
        }
        defer { last = header.segment }
        guard first != nil else {
            first = (header, name)
            return nil
        }
        return MissingSegments(before: header, of: name, after: last)
    }

    /// What is missing before the first, once all were taken.
    ///
    /// - Parameter step: The step that its first snapshot follows.
    package func missingStart(before step: Int) -> Damage? {
        guard let first, let missing = MissingSegments(before: first.header, of: first.name, after: dropped.segments)
        else { return nil }
        return Damage(
            file: first.name, line: 1, byte: 0,
            reason: "it is segment \(first.header.segment), and "
                + missing.description(after: dropped.through, upTo: step)
                + "; no header says that \(missing.numbers.count == 1 ? "it was" : "they were") dropped")
    }
}
