package struct Segment: Sendable {
    package let name: String
    package let source: any ByteSource
    /// Of a packed file, the size of its contents.
    package let size: Int
    /// Nil if it was unpacked to its end.
    package let unpackingError: Unpacked.UnpackingError?

    // Known from the headers of all segments: see `SegmentSequence`.

    /// The header has the key `checksums`, so that a line without a checksum is damage.
    package var hasChecksums = false
    package internal(set) var missing: MissingSegments?
    /// Set if the file cannot be used for its header alone.
    package var headerDamage: Damage?

    /// The path is a file, a folder, `FOLDER/STEM-*.jsonl`, or with an unpacker `-`, standard input.
    package static func all(at path: String, _ unpacker: (any Unpacker)?) throws(JournalError) -> [Segment] {
        if path == "-", let unpacker {
            let name = "standard input"
            let spooled = try JournalError.reading(try unpacker.standardInput(named: name))
            return [try Segment(name: name, file: spooled, unpacker)]
        }
        return try whileRotating { () throws(JournalError) in
            try open(try files(at: path, packed: unpacker != nil), unpacker)
        }
    }

    private static func files(at path: String, packed: Bool) throws(JournalError) -> [String] {
        if let run = JournalFolder.run(path) { return run.files }
        guard FileStatus.isFolder(path) else { return [path] }
        let folder = path.count > 1 && path.hasSuffix("/") ? String(path.dropLast()) : path
        let names = try JournalError.reading(try JournalFolder.journals(in: folder, packed: packed))
        let timelines = JournalFolder.timelines(of: names)
        guard let timeline = timelines.first else { throw .emptyFolder(path) }
        guard timelines.count == 1 else { throw .severalTimelines(folder: folder, names: timelines.map { $0[0] }) }
        return timeline.map { "\(folder)/\($0)" }
    }

    /// Segments that were listed before. If rotation has removed some of them since, opens those that are there now.
    package static func all(listed paths: [String], _ unpacker: (any Unpacker)?) throws(JournalError) -> [Segment] {
        do throws(JournalError) { return try open(paths, unpacker) } catch {
            let (folder, name) = FileSystem.split(paths[0])
            guard error.isOfMissingFile, paths.count > 1 else { throw error }
            return try all(at: "\(folder)/\(JournalFolder.stem(of: name))-*.jsonl", unpacker)
        }
    }

    private static func open(_ paths: [String], _ unpacker: (any Unpacker)?) throws(JournalError) -> [Segment] {
        try paths.map { (path) throws(JournalError) in try Segment(opening: path, unpacker) }
    }

    /// Tries again if rotation removes a segment between listing and opening it.
    package static func whileRotating(_ open: () throws(JournalError) -> [Segment]) throws(JournalError) -> [Segment] {
        for _ in 0..<100 {
            do throws(JournalError) { return try open() } catch { if !error.isOfMissingFile { throw error } }
        }
        return try open()
    }

    package init(opening path: String, _ unpacker: (any Unpacker)? = nil) throws(JournalError) {
        let file = try JournalError.reading(try FileBytes(opening: path))
        try self.init(name: path, file: file, unpacker)
    }

    private init(name: String, file: FileBytes, _ unpacker: (any Unpacker)?) throws(JournalError) {
        let unpacked = try unpacker?.unpack(file, named: name)
        try self.init(name: name, source: unpacked?.bytes ?? file, unpackingError: unpacked?.error)
    }

    package init(
        name: String, source: any ByteSource, unpackingError: Unpacked.UnpackingError? = nil
    ) throws(JournalError) {
        let size = try JournalError.reading(try source.size())
        self.init(name: name, source: source, size: size, unpackingError: unpackingError)
    }

    init(name: String, source: any ByteSource, size: Int, unpackingError: Unpacked.UnpackingError? = nil) {
        (self.name, self.source, self.size, self.unpackingError) = (name, source, size, unpackingError)
    }

    package func lineNumber(at byte: Int) -> Int {
        var (blocks, number) = (LineBlocks(source), 0)
        while let block = try? blocks.next(), block.byte <= byte {
            number += block.isTooLong ? 1 : block.lines.count { block.byte + $0.lowerBound <= byte }
        }
        return max(1, number)
    }

    // MARK: - The first lines

    package func header() throws(JournalError) -> Header {
        var reader = JournalReader(source, file: name)
        let item = try JournalError.reading(try reader.nextItem())
        switch item {
        case .damage(let damage, _) where !damage.isOfEnd:
            throw .notATimeline(file: name, line: damage.line, byte: damage.byte, reason: damage.reason)
        case nil, .damage, .proved:
            if let unpackingError { throw .notUnpacked(file: name, reason: unpackingError.reason) }
            if item == nil { throw .empty(file: name) }
            throw .notATimeline(
                file: name, line: 1, byte: 0, reason: "the first line has no end, so nothing whole is here")
        case .line(let line):
            guard case .header(let header) = line.content else {
                preconditionFailure("the order of lines lets \(line.content) come first")
            }
            guard header.format == Header.formatVersion else {
                throw .futureVersion(file: name, version: header.format)
            }
            let unknown = header.requires.filter { !Header.knownRequirements.contains($0) }
            guard unknown.isEmpty else { throw .unknownRequirements(file: name, names: unknown) }
            return header
        }
    }

    /// The run or the power ended while the header and first snapshot were written. A single zero may be a flipped bit: damage.
    package func damageIfCut() throws(JournalError) -> Damage? {
        // Packed data may also be damaged.
        if let unpackingError, !unpackingError.isCut { return nil }
        do throws(FileError) {
            var lines = RawLines(source)
            for number in 1...2 {
                guard let line = try lines.next(), !line.isTorn else {
                    return Damage(
                        file: name, line: 1, byte: 0, reason: "the segment ends before its first state is complete",
                        kind: .torn)
                }
                if let zeros = line.bytes.indices.dropLast().first(where: { line.bytes[$0] | line.bytes[$0 + 1] == 0 })
                {
                    return Damage(
                        file: name, line: number, byte: line.byte + zeros,
                        reason: "it holds zeros: the power failed before the segment's first lines were on the disk",
                        kind: .torn)
                }
                if number == 1 { guard case .header? = try? line.parsed() else { return nil } }
            }
        } catch {
            throw .unreadable(error)
        }
        return nil
    }
}
