package import TimelineJSON
package import TimelineSystem

/// A recorded timeline that is open for reading: a file, the segments in a folder, or standard input.
///
/// Opening reads it once, in constant memory. Safe for threads: nothing changes after opening.
package final class Journal: ReplayableJournal {
    /// The file or folder, as it was named.
    package let name: String
    /// The header of the first segment.
    package let header: Header
    /// Counts and places.
    package let index: JournalIndex
    /// The size of all segments.
    package let bytes: Int
    /// The step whose reducer never returned, where one is known: the last. It must not be reduced again.
    package let unreturned: Int?

    /// Where its first segments are missing from the folder, which, though no rotation dropped them.
    package let missingStart: Damage?

    let segments: [Segment]

    /// Its files in their order, each as it is named in messages.
    package var files: [(name: String, source: any ByteSource)] { segments.map { ($0.name, $0.source) } }

    /// The file of the last segment that counts, beside which the run's status page lies.
    package let lastFile: String

    /// Opens and reads a journal. Damage is noted in the index; `requireSound()` refuses it.
    ///
    /// - Parameters:
    ///   - path: A file, a folder, or `-`.
    ///   - unpacker: Reads files that are packed.
    ///   - progress: Told now and then how many bytes of how many have been read.
    ///   - each: Called with each sound line, in order, on this thread.
    package convenience init(
        opening path: String, unpacker: (any Unpacker)? = nil,
        progress: (_ done: Int, _ total: Int) -> Void = { _, _ in }, each: (Line) -> Void = { _ in }
    ) throws(JournalError) {
        try self.init(
            name: path == "-" ? "standard input" : path, segments: try Segment.all(at: path, unpacker),
            progress: progress, each: each)
    }

    /// Opens the segments of one run, in their order.
    ///
    /// - Parameter name: What stands for them all in messages.
    package convenience init(opening segments: [String], name: String) throws(JournalError) {
        var opened: [Segment] = []
        for path in segments { opened.append(try Segment(opening: path)) }
        try self.init(name: name, segments: opened, progress: { _, _ in })
    }

    /// Reads a journal that is in memory.
    package convenience init(bytes: [UInt8], name: String = "memory") throws(JournalError) {
        try self.init(name: name, segments: [try Segment(name: name, source: bytes)], progress: { _, _ in })
    }

    /// - Parameter lastFile: The file beside which the run's status page lies, where that is not the last segment.
    package init(
        name: String, segments: [Segment], lastFile: String? = nil,
        progress: (_ done: Int, _ total: Int) -> Void, each: (Line) -> Void = { _ in }
    ) throws(JournalError) {
        self.name = name
        var index = JournalIndex()
        var segments = segments
        while segments.count > 1, let damage = try segments[segments.count - 1].unbegun() {
            segments.removeLast()
            index.takeTornSegment(damage)
        }
        self.lastFile = lastFile ?? segments[segments.count - 1].name
        let total = segments.reduce(0) { $0 + $1.size }
        bytes = total
        var header: Header?
        var done = 0
        var lines = 0
        var sequence = SegmentSequence()
        var tally = LineTally()
        for (number, segment) in segments.enumerated() {
            let own = try Self.header(of: segment)
            if let header, header.session != own.session {
                throw .ofAnotherRun(segment.name, segments[0].name)
            }
            if header == nil { header = own }
            segments[number].hasChecksums = own.hasChecksums
            if index.end != nil {
                index.take(
                    Damage(file: segment.name, line: 1, byte: 0, reason: "a segment follows the end of the run"))
            }
            var reader = JournalReader(
                segment.source, file: segment.name, after: number > 0 ? (index.last, index.lastAt) : nil,
                missing: sequence.take(own, of: segment.name))
            reader.goAhead()
            // Where the file ends, or its last whole line.
            var end = (line: 1, byte: segment.size)
            do throws(FileError) {
                while let item = try reader.next() {
                    switch item {
                    case .line(let line):
                        index.take(line, segment: number)
                        tally.take(line.content)
                        each(line.content)
                        // What is damaged could not be counted.
                        if case .end(let end) = line.content, index.damageCount == 0, let reason = tally.fault(of: end)
                        {
                            index.take(
                                Damage(
                                    file: segment.name, line: line.number, byte: line.byte,
                                    reason: "\(reason); \(LineTally.remedy)"))
                        }
                        end.line = line.number + 1
                        lines += 1
                        if lines % 4096 == 0 { progress(done + line.byte, total) }
                    case .damage(let damage):
                        index.take(damage)
                        end.line = damage.line + 1
                    case .torn(let number, let byte):
                        end = (number, byte)
                        if segment.fault != nil { continue }
                        index.takeTornLine(
                            Damage(file: segment.name, line: number, byte: byte, reason: Damage.tornLine))
                    }
                }
            } catch {
                throw .unreadable(error)
            }
            if let fault = segment.fault {
                let damage = Damage(file: segment.name, line: end.line, byte: end.byte, reason: fault.reason)
                // What a later segment goes on from must be whole.
                let isTail = fault.isCut && number == segments.count - 1
                if isTail { index.takeCut(damage) } else { index.take(damage) }
            }
            done += segment.size
        }
        index.finish()
        // A single file was chosen from its folder, or is all there is.
        if name != segments[0].name, !index.checkpoints.isEmpty {
            missingStart = sequence.missingStart(before: index.first)
        } else {
            missingStart = nil
        }
        progress(total, total)
        guard let header else { throw .empty(file: name) }
        self.segments = segments
        self.header = Self.header(header, of: segments)
        self.index = index
        unreturned = Self.unreturned(
            first: index.first, last: index.last, lastIsSet: index.lastIsSet, hasEnd: index.end != nil, header: header,
            file: self.lastFile)
    }

    /// The last step, where it is known that its reducer never returned.
    ///
    /// - Parameter file: The last segment, beside which the status page lies.
    static func unreturned(
        first: Int, last: Int, lastIsSet: Bool, hasEnd: Bool, header: Header, file: String
    ) -> Int? {
        if last == first { return nil }
        if let note = header.bundle, note.lastReduced == false { return note.lastSeq == last ? last : nil }
        // No reducer was to return. A kill may come between its line and the note of it.
        if lastIsSet || hasEnd { return nil }
        guard let reduced = StatusPage.lastReduced(beside: file, session: header.session) else { return nil }
        return reduced < last ? last : nil
    }

    /// The header of a segment, where this version can read on.
    package static func header(of segment: Segment) throws(JournalError) -> Header {
        let item: JournalReader.Item?
        var reader = JournalReader(segment.source, file: segment.name)
        do throws(FileError) { item = try reader.next() } catch { throw .unreadable(error) }
        if let fault = segment.fault {
            switch item {
            case nil, .torn: throw .notUnpacked(file: segment.name, reason: fault.reason)
            case .line, .damage: break
            }
        }
        switch item {
        case nil: throw .empty(file: segment.name)
        case .torn:
            throw .notATimeline(
                file: segment.name, line: 1, byte: 0, reason: "the first line has no end, so nothing whole is here")
        case .damage(let damage):
            throw .notATimeline(file: segment.name, line: damage.line, byte: damage.byte, reason: damage.reason)
        case .line(let line):
            guard case .header(let header) = line.content else {
                preconditionFailure("the order of lines lets \(line.content) stand first")
            }
            guard header.format == Header.formatVersion else {
                throw .futureVersion(file: segment.name, version: header.format)
            }
            let unknown = header.requires.filter { !Header.knownRequirements.contains($0) }
            guard unknown.isEmpty else { throw .unknownRequirements(file: segment.name, names: unknown) }
            return header
        }
    }

    /// What stands for the headers of all segments: that of the first, with checksums where all of them have them.
    static func header(_ first: Header, of segments: [Segment]) -> Header {
        first.hasChecksums && !segments.allSatisfy(\.hasChecksums) ? first.withoutChecksums : first
    }

    /// Refuses damage; where it must be `strict`, a torn line and a missing start, too.
    package func requireSound(_ recovery: Recovery = .tail) throws(JournalError) {
        if let first = index.damage.first { throw .damaged(first: first, count: index.damageCount) }
        guard recovery == .strict else { return }
        if let missingStart { throw .startMissing(missingStart) }
        if let torn = index.torn { throw index.isCut ? .cut(torn) : .torn(torn) }
        if index.checkpoints.isEmpty {
            throw .torn(
                Damage(file: name, line: 2, byte: bytes, reason: "the run ended before its first state was on file"))
        }
    }

    package var first: Int { index.first }
    package var last: Int { index.last }
    package var lastAt: Moment { index.lastAt }

    package func checkpoint(atOrBefore seq: Int) -> Checkpoint? { index.checkpoint(atOrBefore: seq) }
    package func checkpoint(after seq: Int) -> Checkpoint? { index.checkpoint(after: seq) }
    package func snapshot(from seq: Int) -> Checkpoint? { index.snapshot(from: seq) }
    package func marks() -> [Mark] { index.marks }
    package func lineNumber(at place: Place) -> Int { place.line }

    package func state(at checkpoint: Checkpoint) throws(JournalError) -> JSONText {
        try segments[checkpoint.place.segment].state(at: checkpoint)
    }

    /// All lines in order, each with its place. Damaged lines are passed over: call `requireSound()` first.
    package func lines() -> JournalLines { JournalLines(segments, from: nil) }

    package func lines(fromStep seq: Int) -> JournalLines { JournalLines(segments, from: index.place(before: seq)) }

    package func lines(after checkpoint: Checkpoint) -> JournalLines {
        JournalLines(segments, from: checkpoint.isLate ? index.place(before: checkpoint.seq + 1) : checkpoint.place)
    }

    package func step(at: Moment) throws(JournalError) -> Int {
        var lines = JournalLines(segments, from: index.place(before: at))
        var found = index.first
        while let line = try lines.next() {
            guard case .step(let step) = line.content else { continue }
            if step.at > at { break }
            found = step.seq
        }
        return found
    }
}
