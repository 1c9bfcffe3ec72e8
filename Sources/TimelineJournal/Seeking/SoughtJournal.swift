internal import Synchronization
package import TimelineJSON
internal import TimelineSystem

/// A recorded timeline that is too long to be read for one look: places in it are found by search.
///
/// What is looked at is checked as always. Where anything is not as a recorder writes it, the whole is read instead, and
/// whatever is wrong with it is told as if it had been opened by `Journal`; damage in parts that nobody looks at is not
/// seen. Safe for threads.
package final class SoughtJournal: ReplayableJournal {
    package let name: String
    package let header: Header
    package let first: Int
    package let last: Int
    package let lastAt: Moment
    package let unreturned: Int?

    private let segments: [Segment]
    private let searches: [SegmentSearch]
    /// All of it, once something called for that.
    private let whole = Mutex<Journal?>(nil)

    /// Opens a journal; nil where it is not one to be searched: short, packed, torn, or in any way unusual.
    ///
    /// - Parameters:
    ///   - path: A file or a folder.
    ///   - size: From how many bytes on it is searched.
    package static func open(_ path: String, from size: Int = 1 << 20) -> SoughtJournal? {
        guard path != "-", !JournalFolder.holdsPacked(path), let segments = try? Segment.all(at: path, nil) else {
            return nil
        }
        guard segments.reduce(0, { $0 + $1.size }) >= size else { return nil }
        do { return try SoughtJournal(name: path, segments: segments) } catch { return nil }
    }

    /// - Parameter stride: How many bytes a search reads at first.
    init(name: String, segments: [Segment], stride: Int = 4096) throws {
        self.name = name
        var segments = segments
        var searches: [SegmentSearch] = []
        var header: Header?
        var sequence = SegmentSequence()
        for (number, segment) in segments.enumerated() {
            let own = try Journal.header(of: segment)
            segments[number].hasChecksums = own.hasChecksums
            let search = try SegmentSearch(segment.source, size: segment.size, stride: stride)
            if let header, let before = searches.last {
                guard own.session == header.session, search.first.glance.seq >= before.first.glance.seq
                else { throw Surprise.unexpected(byte: 0) }
            } else {
                header = own
            }
            guard sequence.take(own, of: segment.name) == nil else { throw Surprise.unexpected(byte: 0) }
            searches.append(search)
            // A torn line is for those who read it all to tell of.
            guard search.end == segment.size else { throw Surprise.unexpected(byte: search.end) }
        }
        guard let header, let own = searches.first, let end = searches.last else { throw Surprise.unexpected(byte: 0) }
        // So is a last segment that was not begun. To look for that reads its first state, so no other is asked.
        if segments.count > 1, try segments[segments.count - 1].unbegun() != nil { throw Surprise.unexpected(byte: 0) }
        // A start that is missing is told of by those who read it all.
        guard name == segments[0].name || sequence.missingStart(before: own.first.glance.seq) == nil else {
            throw Surprise.unexpected(byte: 0)
        }
        self.segments = segments
        self.header = Journal.header(header, of: segments)
        self.searches = searches
        first = own.first.glance.seq
        let (line, hasEnd) = try end.lastStep()
        // How far a gap reaches stands further along its line; and what the last step was, in the segment before.
        if line?.glance.kind == .gap || line == nil && segments.count > 1 { throw Surprise.unexpected(byte: end.end) }
        last = line?.glance.seq ?? end.first.glance.seq
        lastAt = line?.glance.at ?? end.first.glance.at
        unreturned = Journal.unreturned(
            first: first, last: last, lastIsSet: line?.glance.kind == .set, hasEnd: hasEnd, header: header,
            file: segments[segments.count - 1].name)
    }

    // MARK: - Places

    package func checkpoint(atOrBefore seq: Int) throws(JournalError) -> Checkpoint? {
        try answer { () throws(Surprise) in
            guard var segment = segment(where: { $0.seq <= seq }) else { return nil }
            var line = try searches[segment].state(atOrBefore: seq)
            // The segment before may end with a snapshot of that step. The first of them counts.
            while line == searches[segment].first, segment > 0,
                let earlier = try searches[segment - 1].lastSnapshot(of: line.glance.seq)
            {
                segment -= 1
                line = earlier
            }
            return try checkpoint(line, segment)
        } orElse: {
            $0.index.checkpoint(atOrBefore: seq)
        }
    }

    package func checkpoint(after seq: Int) throws(JournalError) -> Checkpoint? {
        try answer { () throws(Surprise) in
            let begin = segment(where: { $0.seq <= seq }) ?? 0
            for segment in begin..<segments.count {
                if let line = try searches[segment].state(after: seq) { return try checkpoint(line, segment) }
            }
            return nil
        } orElse: {
            $0.index.checkpoint(after: seq)
        }
    }

    package func snapshot(from seq: Int) throws(JournalError) -> Checkpoint? {
        try answer { () throws(Surprise) in
            let begin = segment(where: { $0.seq < seq }) ?? 0
            for segment in begin..<segments.count {
                if let line = try searches[segment].snapshot(from: seq) { return try checkpoint(line, segment) }
            }
            return nil
        } orElse: {
            $0.index.snapshot(from: seq)
        }
    }

    package func state(at checkpoint: Checkpoint) throws(JournalError) -> JSONText {
        do throws(JournalError) { return try segments[checkpoint.place.segment].state(at: checkpoint) } catch {
            _ = try readWhole()
            throw error
        }
    }

    package func lines(fromStep seq: Int) throws(JournalError) -> JournalLines {
        try answer { () throws(Surprise) in
            try lines(from: place(ofStep: seq))
        } orElse: {
            $0.lines(fromStep: seq)
        }
    }

    package func lines(after checkpoint: Checkpoint) throws(JournalError) -> JournalLines {
        if checkpoint.isLate { return try lines(fromStep: checkpoint.seq + 1) }
        return try answer { () throws(Surprise) in
            try lines(from: checkpoint.place)
        } orElse: {
            $0.lines(after: checkpoint)
        }
    }

    package func step(at: Moment) throws(JournalError) -> Int {
        try answer { () throws(Surprise) -> Int in
            // Of a segment only the steps tell: the snapshot that it begins with need not bear the time of the step before.
            for search in searches.reversed() {
                guard let begin = try search.firstStep(), begin.glance.at <= at else { continue }
                if let line = try search.lastStep(atOrBefore: at) { return line.glance.seq }
            }
            return first
        } orElse: { (journal) throws(JournalError) in
            try journal.step(at: at)
        }
    }

    package func marks() throws(JournalError) -> [Mark] { try readWhole().index.marks }

    /// Whether anything called for reading it all.
    var hasReadAll: Bool { whole.withLock { $0 != nil } }

    package func lineNumber(at place: Place) -> Int {
        ((try? searches[place.segment].lineCount(before: place.byte)) ?? 0) + 1
    }

    // MARK: - Search

    /// The last segment that begins with such a snapshot.
    private func segment(where isBefore: (LineGlance) -> Bool) -> Int? {
        searches.lastIndex { isBefore($0.first.glance) }
    }

    private func checkpoint(_ line: GlancedLine, _ segment: Int) throws(Surprise) -> Checkpoint {
        let place = Place(segment: segment, line: Place.unknownLine, byte: line.byte)
        let isSet = line.glance.kind == .set
        // A gap that begins before it may reach further.
        let mayBeLate = !isSet && line != searches[segment].first
        let isLate = mayBeLate ? try before(place).seq > line.glance.seq : false
        return Checkpoint(seq: line.glance.seq, at: line.glance.at, isSet: isSet, place: place, isLate: isLate)
    }

    /// The line of step `seq`, or the one of a gap that it may be in.
    private func place(ofStep seq: Int) throws(Surprise) -> Place {
        let segment = segment(where: { $0.seq < seq }) ?? 0
        let line = try searches[segment].lastStep(atOrBefore: seq) ?? searches[segment].first
        return Place(segment: segment, line: Place.unknownLine, byte: line.byte)
    }

    private func lines(from place: Place) throws(Surprise) -> JournalLines {
        JournalLines(segments, from: place, after: try before(place)) { [self] damage throws(JournalError) in
            _ = try readWhole()
            // The file was another a moment ago.
            throw .unreadableWithin(FileError(damage.file, "read", FileError.changedUnderneath))
        }
    }

    /// The last step before a place: what comes is held against it, as in a full reading.
    private func before(_ place: Place) throws(Surprise) -> LineBefore {
        var limit = place.byte
        for segment in (0...place.segment).reversed() {
            if let line = try searches[segment].lastStep(before: limit) {
                if line.glance.kind != .gap { return LineBefore(seq: line.glance.seq, at: line.glance.at) }
                return try before(place, gap: line, in: segment)
            }
            if segment > 0 { limit = searches[segment - 1].end }
        }
        let first = searches[0].first.glance
        return LineBefore(seq: first.seq, at: first.at)
    }

    /// How far a gap reaches stands further along its line.
    private func before(_ place: Place, gap line: GlancedLine, in segment: Int) throws(Surprise) -> LineBefore {
        let file = segments[segment]
        var reader = JournalReader(
            file.source, file: file.name, from: Place(segment: segment, line: Place.unknownLine, byte: line.byte),
            requiresChecksums: file.hasChecksums)
        let item: JournalReader.Item?
        do throws(FileError) { item = try reader.next() } catch { throw .unreadable(error) }
        guard case .line(let read) = item, var gap = LineBefore(read.content) else {
            throw .unexpected(byte: line.byte)
        }
        // Each segment begins with a snapshot.
        if segment < place.segment {
            gap.openGap = nil
        } else if try searches[segment].hasSnapshot(from: gap.seq, between: line.byte, and: place.byte) {
            gap.openGap = nil
        }
        return gap
    }

    private func answer<Answer>(
        _ search: () throws(Surprise) -> Answer, orElse ask: (Journal) throws(JournalError) -> Answer
    ) throws(JournalError) -> Answer {
        if let whole = whole.withLock({ $0 }) { return try ask(whole) }
        do throws(Surprise) { return try search() } catch { return try ask(readWhole()) }
    }

    /// Reads it all, and refuses damage.
    private func readWhole() throws(JournalError) -> Journal {
        if let whole = whole.withLock({ $0 }) { return whole }
        let journal = try Journal(name: name, segments: segments, progress: { _, _ in })
        try journal.requireSound()
        whole.withLock { $0 = journal }
        return journal
    }
}
