package import TimelineKit
package import TimelineReplay

package struct Salvage {
    package let source: any ByteSource
    package let report: SalvageReport
    /// What opening found, if a journal was opened first.
    package private(set) var damage: [Damage] = []
    package private(set) var damageCount = 0
    let name: String
    let lastFile: String

    package init(
        of path: String, unpacker: (any Unpacker)? = nil,
        progress: (_ done: Int, _ total: Int) -> Void = { _, _ in }
    ) throws(JournalError) {
        try self.init(try Segment.all(at: path, unpacker), path == "-" ? "standard input" : path, progress)
    }

    package init(of damaged: Journal) throws(JournalError) {
        try self.init(damaged.segments, damaged.name)
        (damage, damageCount) = (try damaged.index.damage, try damaged.index.damageCount)
    }

    package init(bytes: [UInt8], name: String = "memory") throws(JournalError) {
        try self.init([try Segment(name: name, source: bytes)], name)
    }

    private init(
        _ segments: [Segment], _ name: String, _ progress: (_ done: Int, _ total: Int) -> Void = { _, _ in }
    ) throws(JournalError) {
        let sequence = try SegmentSequence(segments, recovery: .salvage)
        let total = segments.reduce(0) { $0 + $1.size }
        var salvager = Salvager(sequence)
        let hasState = try JournalError.reading(try salvager.run { progress($0, total) })
        guard hasState else { throw .nothingToSave(file: name) }
        progress(total, total)
        var report = salvager.report
        if name != segments[0].name, let start = sequence.missingStart(before: report.first) {
            (report.missingStart, report.hasLostItsStart) = (start, true)
        }
        (source, self.report, self.name) = (salvager.copy, report, name)
        lastFile = try Self.lastBegun(of: segments)?.name ?? name
    }

    /// Of the original, if it shows that the last step's reducer never returned.
    package func status() -> FileBytes? {
        // The page is looked for first: the last step is found by reading the whole copy.
        guard let header = try? Segment(name: name, source: source).header(), header.bundle == nil,
            let place = StatusPage.existingPath(beside: lastFile, session: header.session),
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
}

extension Journal {
    package convenience init(_ salvage: Salvage, countsActions: Bool = false) throws(JournalError) {
        // Messages that number a line must not seem to mean a line of the file.
        let name = "\(salvage.name) (salvaged)"
        let segment = try Segment(name: name, source: salvage.source)
        try self.init(name: name, segments: [segment], lastFile: salvage.lastFile, countsActions: countsActions)
    }
}
