package import TimelineKit

/// Returns each line once it is complete. In a folder, continues with the segments that rotation adds.
package struct JournalFollower {
    private let folder: String?
    /// They stay open when rotation deletes their files.
    private var segments: [Segment]
    private var place: Place
    private var last: LineOrder.PrecedingStep?
    /// Nil if all lines that were there were read.
    private var lines: JournalReader?

    /// Segments that follow others that rotation removed before they were read.
    private var segmentsAfterMissing: [Segment] = []
    /// The steps whose segments were removed before they were read. Set when `next()` returns the first line after them.
    package private(set) var missed: ClosedRange<Int>?

    package private(set) var hasEnded = false

    package var file: String { segments[segments.count - 1].name }

    init(_ segments: [Segment], in folder: String?, from place: Place) {
        (self.folder, self.segments, self.place) = (folder, segments, place)
    }

    package mutating func next() throws(JournalError) -> LocatedLine? {
        missed = nil
        if let line = try nextInSegments() { return line }
        if segmentsAfterMissing.isEmpty { return nil }
        // The segments before the missing ones are complete, and were read to their end.
        segments = segmentsAfterMissing
        segmentsAfterMissing = []
        place = Place(segment: 0, byte: 0)
        let before = last?.seq
        last = nil
        while let line = try nextInSegments() {
            guard case .snapshot(let snapshot) = line.content else { continue }
            if let before, before < snapshot.seq { missed = before + 1...snapshot.seq }
            return line
        }
        return nil
    }

    private mutating func nextInSegments() throws(JournalError) -> LocatedLine? {
        if lines == nil { lines = try reader() }
        // A torn line is being written, unless a segment follows.
        guard let line = try lines?.next() else {
            lines = nil
            return nil
        }
        place = Place(segment: lines?.segment ?? 0, byte: line.byte + line.bytes.count + 1)
        last = LineOrder.PrecedingStep(line.content.outline) ?? last
        if case .end = line.content { hasEnded = true }
        return line
    }

    /// A segment is complete once the next one is there, so the files are listed before the lines are read.
    private mutating func reader() throws(JournalError) -> JournalReader {
        segments.removeFirst(place.segment)
        place = Place(segment: 0, byte: place.byte)
        if let folder, segmentsAfterMissing.isEmpty { try addSegments(in: folder) }
        return JournalReader(segments, from: place, after: last) { [segments] damage throws(JournalError) in
            // A reader that starts at a place counts lines from there.
            let number = segments.first { $0.name == damage.file }?.lineNumber(at: damage.byte) ?? damage.line
            let place = Damage(file: damage.file, line: number, byte: damage.byte, reason: damage.reason)
            throw .damaged(first: place, count: 1)
        }
    }

    private mutating func addSegments(in folder: String) throws(JournalError) {
        let known = String(segments[segments.count - 1].name.dropFirst(folder.count + 1))
        let stem = JournalFolder.stem(of: known)
        let new = try Segment.whileRotating { () throws(JournalError) in
            let names = try JournalError.reading(try JournalFolder.journals(in: folder))
            var new: [Segment] = []
            for name in names where name > known && JournalFolder.stem(of: name) == stem {
                let segment = try Segment(opening: "\(folder)/\(name)")
                // Its first lines are written before any other.
                if try segment.damageIfCut() != nil { break }
                new.append(segment)
            }
            return new
        }
        guard let first = new.first else { return }
        if try first.header().segment > segments[segments.count - 1].header().segment + 1 {
            segmentsAfterMissing = try SegmentSequence(new).segments
        } else {
            segments = try SegmentSequence(segments + new).segments
        }
    }
}
