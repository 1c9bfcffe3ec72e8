package import TimelineJournal
package import TimelineSystem

/// A sound copy of a journal that may be damaged, and what became of each line. The journal itself is only read.
package struct Salvage {
    /// The copy: a sound journal in one file.
    package let source: any ByteSource
    package let report: SalvageReport
    /// What messages call the journal.
    let name: String
    /// The last file of the journal, beside which its status page lies.
    let lastFile: String

    /// Salvages the journal at `path`: a file, a folder, or `-`.
    ///
    /// In constant memory, but for up to 64 MiB of steps that wait for a snapshot.
    package init(
        of path: String, unpacker: (any Unpacker)? = nil,
        progress: (_ done: Int, _ total: Int) -> Void = { _, _ in }
    ) throws(JournalError) {
        let name = path == "-" ? "standard input" : path
        let segments = try Segment.all(at: path, unpacker)
        var spool: Spool
        do throws(FileError) { spool = try Spool(named: name) } catch { throw .unreadable(error) }
        report = try Self.run(segments, name, progress) { (bytes) throws(FileError) in try spool.append(bytes) }
        do throws(FileError) { source = try spool.finish() } catch { throw .unreadable(error) }
        self.name = name
        lastFile = try Self.lastBegun(of: segments)?.name ?? name
    }

    /// Salvages a journal that is in memory.
    package init(bytes: [UInt8], name: String = "memory") throws(JournalError) {
        var copy: [UInt8] = []
        report = try Self.run([try Segment(name: name, source: bytes)], name, { _, _ in }) { copy += $0 }
        source = copy
        self.name = name
        lastFile = name
    }

    /// What tells that the last step's reducer never returned, where the original has it and the copy does not.
    package func status() -> FileBytes? {
        guard let journal = try? Journal(self), journal.unreturned != nil, journal.header.bundle == nil,
            let place = StatusPage.found(beside: lastFile, session: journal.header.session)
        else { return nil }
        return try? FileBytes(opening: place)
    }

    /// Gives the copy at `path` its `status()`.
    ///
    /// A page that lies there tells of a file that is gone, and is replaced.
    package static func put(_ status: FileBytes, beside path: String) throws(FileError) {
        try StatusPage.requireFree(beside: path)
        try OutputFile.write(status, to: StatusPage.path(beside: path), replacing: true)
    }

    /// The last segment that counts: its page tells of the last step.
    private static func lastBegun(of segments: [Segment]) throws(JournalError) -> Segment? {
        for segment in segments.reversed() where try segment.unbegun() == nil { return segment }
        return segments.first
    }

    private static func run(
        _ segments: [Segment], _ name: String, _ progress: (_ done: Int, _ total: Int) -> Void,
        _ write: (_ bytes: [UInt8]) throws(FileError) -> Void
    ) throws(JournalError) -> SalvageReport {
        var salvager = Salvager()
        var session: String?
        var sequence = SegmentSequence()
        let total = segments.reduce(0) { $0 + $1.size }
        let haveChecksums = segments.allSatisfy { (try? Journal.header(of: $0))?.hasChecksums ?? true }
        var done = 0
        var written = 0
        func put(_ output: Salvager.Output) throws(FileError) {
            let bytes = output.bytes(haveChecksums: haveChecksums)
            written += bytes.count
            try write(bytes)
        }
        var file = FileName(path: name, isOnly: true, isLater: false)
        for (number, segment) in segments.enumerated() {
            file = FileName(path: segment.name, isOnly: segments.count == 1, isLater: number > 0)
            let header: Header
            do throws(JournalError) { header = try Journal.header(of: segment) } catch {
                // Without its header, whose lines these are is not known. The next segment begins with a snapshot.
                guard number > 0, let damage = error.damagedHeader(segment.name) else { throw error }
                salvager.take(damage, of: file)
                continue
            }
            if let session, session != header.session { throw .ofAnotherRun(segment.name, segments[0].name) }
            session = header.session
            if let missing = sequence.take(header, of: segment.name) { salvager.miss(missing) }
            do throws(FileError) {
                var lines = RawLines(segment.source)
                let isLast = number == segments.count - 1
                // Where the file ends, or its last whole line.
                var end = (line: 1, byte: segment.size)
                while let raw = try lines.next() {
                    if raw.isTorn, segment.fault != nil {
                        end = (raw.number, raw.byte)
                        break
                    }
                    end.line = raw.number + 1
                    let output = salvager.take(
                        raw, of: file, isLast: isLast, requiresChecksum: header.hasChecksums)
                    for output in output { try put(output) }
                    if raw.number % 4096 == 0 { progress(done + raw.byte, total) }
                }
                if let fault = segment.fault {
                    salvager.take(fault, line: end.line, byte: end.byte, of: file, isLast: isLast)
                }
            } catch {
                throw .unreadable(error)
            }
            done += segment.size
        }
        if name != segments[0].name { salvager.miss(sequence.missingStart(before: salvager.report.first)) }
        do throws(FileError) {
            for output in salvager.finish(file) { try put(output) }
        } catch {
            throw .unreadable(error)
        }
        progress(total, total)
        guard salvager.hasState else { throw .nothingToSave(file: name) }
        var report = salvager.report
        report.bytes = written
        return report
    }
}

extension Salvager {
    /// Takes a line as it is in a file.
    ///
    /// - Parameter requiresChecksum: Whether the file's header says that each line has a checksum.
    mutating func take(
        _ raw: RawLines.RawLine, of file: FileName, isLast: Bool, requiresChecksum: Bool
    ) -> [Output] {
        if raw.isTorn {
            takeTorn(raw.number, byte: raw.byte, of: file, isLast: isLast)
            return []
        }
        do throws(LineFault) {
            let content = try JournalReader.content(of: raw)
            if requiresChecksum { try LineParser.requireChecksum(of: raw.bytes) }
            let line = LocatedLine(number: raw.number, byte: raw.byte, bytes: raw.bytes, content: content)
            return take(line, of: file)
        } catch {
            let found = lineAfterForeignBytes(raw)
            let (byte, reason) =
                if let found {
                    (0, "\(found.byte - raw.byte) bytes that somebody else wrote stand before this line")
                } else {
                    (error.byte, error.reason)
                }
            take(Damage(file: file.path, line: raw.number, byte: raw.byte + byte, reason: reason), of: file)
            return found.map { take($0, of: file) } ?? []
        }
    }

    /// How many places in a damaged line are tried: each costs the reading of what is left of it.
    private static let attemptLimit = 16

    /// The line that a recorder wrote after bytes of somebody else that had no end of a line. Its checksum proves it.
    private func lineAfterForeignBytes(_ raw: RawLines.RawLine) -> LocatedLine? {
        let start = Array("{\"seq\":".utf8)
        var rest = raw.bytes.dropFirst()
        for _ in 0..<Self.attemptLimit {
            guard let place = rest.firstRange(of: start)?.lowerBound else { return nil }
            if LineParser.isSealed(raw.bytes[place...]) {
                let bytes = Array(raw.bytes[place...])
                guard let content = try? LineParser.parse(bytes) else { return nil }
                return LocatedLine(number: raw.number, byte: raw.byte + place, bytes: bytes, content: content)
            }
            rest = raw.bytes[(place + 1)...]
        }
        return nil
    }
}

extension Salvager.Output {
    /// The line with its LF.
    ///
    /// - Parameter haveChecksums: Whether all lines of the copy have checksums, so that its header may say so.
    fileprivate func bytes(haveChecksums: Bool) -> [UInt8] {
        switch self {
        case .line(let line):
            if case .header(let header) = line.content, header.hasChecksums, !haveChecksums {
                return LineWriter.header(header.withoutChecksums)
            }
            return line.bytes + [UInt8(ascii: "\n")]
        case .gap(let gap): return LineWriter.gap(gap)
        case .end(let end): return LineWriter.end(end)
        }
    }
}

extension JournalError {
    /// The damage, where a segment cannot be used for its header alone.
    fileprivate func damagedHeader(_ file: String) -> Damage? {
        switch self {
        case .empty: Damage(file: file, line: 1, byte: 0, reason: "the file is empty")
        case .notATimeline(_, let line, let byte, let reason):
            Damage(
                file: file, line: line, byte: byte, reason: "\(reason); without its header, the whole file is left out")
        case .notUnpacked(_, let reason):
            Damage(
                file: file, line: 1, byte: 0, reason: "\(reason); without its header, the whole file is left out")
        default: nil
        }
    }
}

extension Journal {
    /// Reads what was salvaged of a journal.
    ///
    /// - Parameter each: Called with each line, in order, on this thread.
    package convenience init(_ salvage: Salvage, each: (Line) -> Void = { _ in }) throws(JournalError) {
        // The lines are not those of the file, and whoever is told of one must know.
        let name = "\(salvage.name) (salvaged)"
        let segment = try Segment(name: name, source: salvage.source)
        try self.init(
            name: name, segments: [segment], lastFile: salvage.lastFile, progress: { _, _ in }, each: each)
    }
}
