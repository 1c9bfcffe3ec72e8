/// What one reading of a run finds. Of lines with the right checksum, it parses those that a bundle may hold.
final class RecordedRun {
    let header: Header
    /// The last segment.
    let file: String
    let bytes: Int
    let lines: BundleLines
    private(set) var hasEnd = false
    private var lastStepLine: [UInt8]?
    private var damage: (first: Damage, count: Int)?
    private var tornLines: [Damage] = []
    private let tornSegments: [Damage]

    static func read(_ files: [String], last steps: Int, limit: Int) throws(JournalError) -> RecordedRun {
        let run = try RecordedRun(files, last: steps, limit: limit, provesLines: true)
        return run.lines.parse() ? run : try RecordedRun(files, last: steps, limit: limit, provesLines: false)
    }

    private init(_ files: [String], last steps: Int, limit: Int, provesLines: Bool) throws(JournalError) {
        let sequence = try SegmentSequence(try Segment.all(listed: files, nil))
        let segments = sequence.segments
        header = sequence.header
        file = segments[segments.count - 1].name
        bytes = segments.reduce(0) { $0 + $1.size }
        tornSegments = sequence.cutSegments
        lines = BundleLines(of: header, last: steps, limit: limit)
        var reader = JournalReader(segments, provesLines: provesLines)
        do throws(FileError) {
            while let item = try reader.nextItem() { add(item) }
        } catch {
            throw .unreadable(error)
        }
    }

    private func add(_ item: JournalReader.Item) {
        switch item {
        case .damage(let place, _) where place.isOfEnd: tornLines.append(place)
        case .damage(let place, _): damage = (damage?.first ?? place, (damage?.count ?? 0) + 1)
        case .line(let line): add(line.bytes, line.content.outline, line.content)
        case .proved(let line, let outline): add(line.bytes, outline, nil)
        }
    }

    private func add(_ bytes: [UInt8], _ line: LineOutline, _ content: Line?) {
        lines.add(bytes, line, content)
        if line.isStep { lastStepLine = bytes }
        if line.kind == .end { hasEnd = true }
    }

    /// Whether the reducer returned from the last step. Nil if unknown: it may have ended the app, and must not run again.
    var isReduced: Bool? {
        let unreturned = StatusPage.unreturnedStep(
            of: header, first: lines.first, last: lines.last, lastIsSet: lastStep?.isSet == true, hasEnd: hasEnd,
            beside: file)
        if unreturned != nil { return false }
        return lastReducedOnPage != nil || lines.last == lines.first || lines.hasState(from: lines.last) ? true : nil
    }

    private var lastReducedOnPage: Int? { StatusPage.lastReduced(beside: file, session: header.session) }

    /// Nil in a run without steps, and after a gap.
    var lastStep: Step? {
        guard let lastStepLine, case .step(let step)? = try? LineParser.parse(lastStepLine) else { return nil }
        return step.seq == lines.last ? step : nil
    }

    /// A bundle is written whole, so that anything else was changed since.
    var isWhole: Bool { damage == nil && tornLines.isEmpty }

    var problems: [String] {
        var problems: [String] = []
        if let (first, count) = damage {
            let rest = count == 1 ? "" : ", and \(count - 1) more such places"
            problems.append("damage in \(first)\(rest)")
        }
        for segment in tornSegments {
            let which = segment == tornSegments.last ? "the last segment" : "a segment"
            problems.append("\(which) is left out: \(segment)")
        }
        for torn in tornLines {
            let isLast = torn.file == file
            problems.append(
                (isLast ? "the last line" : "line \(torn.line) of \(torn.file)")
                    + " was cut off while it was written, and is dropped"
                    + (isLast ? ": its action was not reduced" : ""))
        }
        if let reduced = lastReducedOnPage, reduced > lines.last {
            problems.append("steps \(lines.last + 1) to \(reduced) were reduced and are not in the file")
        }
        return problems
    }
}
