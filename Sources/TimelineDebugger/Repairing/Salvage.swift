package import TimelineJournal
package import TimelineSystem

package struct Salvage {
    package let source: any ByteSource
    package let report: SalvageReport
    /// What opening found, if a journal was opened first.
    package private(set) var damage: [Damage] = []
    package private(set) var damageCount = 0
    let name: String
    let lastFile: String

    /// In constant memory, but for up to 64 MiB of steps that wait for a snapshot.
    package init(
        of path: String, unpacker: (any Unpacker)? = nil,
        progress: (_ done: Int, _ total: Int) -> Void = { _, _ in }
    ) throws(JournalError) {
        let name = path == "-" ? "standard input" : path
        try self.init(try Segment.all(at: path, unpacker), name, progress)
    }

    package init(of damaged: Journal) throws(JournalError) {
        try self.init(damaged.segments, damaged.name) { _, _ in }
        (damage, damageCount) = (damaged.index.damage, damaged.index.damageCount)
    }

    private init(
        _ segments: [Segment], _ name: String, _ progress: (_ done: Int, _ total: Int) -> Void
    ) throws(JournalError) {
        var spool: Spool
        do throws(FileError) { spool = try Spool(named: name) } catch { throw .unreadable(error) }
        report = try Self.run(segments, name, progress) { (bytes) throws(FileError) in try spool.append(bytes) }
        do throws(FileError) { source = try spool.finish() } catch { throw .unreadable(error) }
        self.name = name
        lastFile = try Self.lastBegun(of: segments)?.name ?? name
    }

    package init(bytes: [UInt8], name: String = "memory") throws(JournalError) {
        var copy: [UInt8] = []
        report = try Self.run([try Segment(name: name, source: bytes)], name, { _, _ in }) { copy += $0 }
        source = copy
        self.name = name
        lastFile = name
    }

    /// Of the original, if it shows that the last step's reducer never returned.
    package func status() -> FileBytes? {
        // The page is looked for first: the last step is found by reading the whole copy.
        guard let header = try? Segment(name: name, source: source).header(), header.bundle == nil,
            let place = StatusPage.found(beside: lastFile, session: header.session),
            let journal = try? Journal(self), journal.unreturned != nil
        else { return nil }
        return try? FileBytes(opening: place)
    }

    /// Replaces a page that is there: its file is gone.
    package static func put(_ status: FileBytes, beside path: String) throws(FileError) {
        try StatusPage.requireFree(beside: path)
        try OutputFile.write(status, to: StatusPage.path(beside: path), replacing: true)
    }

    private static func lastBegun(of segments: [Segment]) throws(JournalError) -> Segment? {
        for segment in segments.reversed() where try segment.damageIfCut() == nil { return segment }
        return segments.first
    }

    private static let windowSize = 1 << 18

    private static func run(
        _ segments: [Segment], _ name: String, _ progress: (_ done: Int, _ total: Int) -> Void,
        _ write: (_ bytes: [UInt8]) throws(FileError) -> Void
    ) throws(JournalError) -> SalvageReport {
        let sequence = try SegmentSequence(segments, recovery: .salvage)
        let segments = sequence.segments
        let total = segments.reduce(0) { $0 + $1.size }
        var salvager = Salvager(hasChecksums: sequence.header.hasChecksums)
        var reader = JournalReader(segments, checksOrder: false, recovery: .salvage)
        var opened: Int?
        var lines = 0
        do throws(FileError) {
            while let item = try reader.nextItem() {
                let number = reader.segment
                if number != opened {
                    salvager.open(segments, number)
                    opened = number
                }
                salvager.take(item)
                if salvager.outputCount >= windowSize { try write(salvager.takeOutput()) }
                guard case .line(let line) = item else { continue }
                lines += 1
                if lines % 4096 == 0 { progress(reader.position(of: line), total) }
            }
            let isFolder = name != segments[0].name
            salvager.finish(missing: isFolder ? sequence.missingStart(before: salvager.report.first) : nil)
            try write(salvager.takeOutput())
        } catch {
            throw .unreadable(error)
        }
        progress(total, total)
        guard salvager.hasState else { throw .nothingToSave(file: name) }
        return salvager.report
    }
}

extension Journal {
    package convenience init(_ salvage: Salvage, countsActions: Bool = false) throws(JournalError) {
        // Messages that number a line must not seem to mean a line of the file.
        let name = "\(salvage.name) (salvaged)"
        let segment = try Segment(name: name, source: salvage.source)
        try self.init(
            name: name, segments: [segment], lastFile: salvage.lastFile, countsActions: countsActions)
    }
}
