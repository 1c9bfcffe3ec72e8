internal import TimelineKit

/// Copies the lines that can be replayed, so that the copy passes `LineOrder`. Damage to a mark or a snapshot loses no step. After
/// damage to a step, a second reader looks ahead for the next recorded state: the copy has a gap up to that state, then the state,
/// which may have been recorded late, and then the lines after its step.
///
/// **Cost.** Memory in proportion to the damage. Parts after damage are read twice.
struct Salvager {
    private(set) var report = SalvageReport()
    private(set) var copy: JoinedBytes
    private let segments: [Segment]
    private let header: Header
    private var order = LineOrder()
    private var counts = LineCounts()
    private var last: (seq: Int, at: Moment)?
    /// The steps of the last gap that the copy has in place of lines. Their states are unknown, but for the last one.
    private var lost = 0..<0
    /// Set if no recorded state follows: the last step that a line shows.
    private var lastSeen: Int?
    private var damagedLines: (first: String, last: String)?
    /// Damage follows the last line with the number of a step.
    private var isTailDamaged = false
    private var missing: MissingSegments?
    private var reader: JournalReader
    private var ahead: JournalReader
    /// The last line that was read ahead. The snapshots up to it are in the copy.
    private var aheadPlace: Place?

    init(_ sequence: SegmentSequence) {
        (segments, header) = (sequence.segments, sequence.header)
        copy = JoinedBytes(segments)
        reader = JournalReader(segments, checksOrder: false)
        ahead = reader
    }

    /// False if no state is known.
    mutating func run(_ progress: (_ line: LocatedLine, JournalReader) -> Void) throws(FileError) -> Bool {
        var segment = 0
        while let item = try reader.nextItem() {
            if reader.segment != segment {
                segment = reader.segment
                missing = segments[segment].missing ?? missing
            }
            let (damage, line) = Self.contents(of: item)
            if let damage, damage.isOfEnd, segment == segments.count - 1 {
                report.torn = damage
                if report.isCut { isTailDamaged = true }
            } else if let damage {
                take(damage)
            }
            guard let line else { continue }
            try take(line, reader.place(of: line))
            progress(line, reader)
        }
        if let lastSeen { emitGap(through: lastSeen, isLastKnown: false) }
        report.hasLostItsEnd = isTailDamaged && !order.hasEnded
        (report.last, report.bytes) = (last?.seq ?? 0, copy.count)
        return last != nil
    }

    // MARK: - Damage

    private mutating func take(_ damage: Damage) {
        note(damage)
        isTailDamaged = true
        report.drop(damage)
    }

    private mutating func note(_ damage: Damage) {
        let file = segments.count == 1 ? "" : " of \(damage.file.split(separator: "/").last ?? "")"
        let name = "line \(damage.line)\(file)"
        damagedLines = (damagedLines?.first ?? name, name)
    }

    private func damage(_ line: LocatedLine, _ place: Place, _ reason: String) -> Damage {
        Damage(file: segments[place.segment].name, line: line.number, byte: line.byte, reason: reason)
    }

    private static func contents(of item: JournalReader.Item) -> (Damage?, LocatedLine?) {
        switch item {
        case .line(let line): return (nil, line)
        case .proved: return (nil, nil)
        case .damage(let damage, nil): return (damage, nil)
        case .damage(let damage, let raw?):
            guard let line = lineAfterForeignBytes(raw) else { return (damage, nil) }
            let reason = "\(line.byte - raw.byte) bytes that another process wrote come before this line"
            return (Damage(file: damage.file, line: raw.number, byte: raw.byte, reason: reason), line)
        }
    }

    /// Each attempt costs the reading of the rest of the line.
    private static let attemptLimit = 16

    private static func lineAfterForeignBytes(_ raw: RawLines.RawLine) -> LocatedLine? {
        var rest = raw.bytes.dropFirst()
        for _ in 0..<attemptLimit {
            guard let place = rest.firstRange(of: Array(#"{"seq":"#.utf8))?.lowerBound else { return nil }
            if raw.bytes[place...].withUnsafeBufferPointer(LineParser.hasRightChecksum) {
                let bytes = Array(raw.bytes[place...])
                guard let content = try? LineParser.parse(bytes) else { return nil }
                return LocatedLine(number: raw.number, byte: raw.byte + place, bytes: bytes, content: content)
            }
            rest = raw.bytes[(place + 1)...]
        }
        return nil
    }

    // MARK: - Lines

    private mutating func take(_ line: LocatedLine, _ place: Place) throws(FileError) {
        var isLost = false
        switch line.content {
        case .header where line.number == 1 && place.segment > 0: return
        case .header, .unknown: break
        case .snapshot(let snapshot):
            if !isReadAhead(place) { _ = resume(at: line, place) }
            if snapshot.seq == lost.last, lastSeen == nil { damagedLines = nil }
            return
        case .generated(let value): isLost = lastSeen != nil || lost.contains(value.seq)
        case .end where last == nil || isReadAhead(place): break
        case .step, .gap, .mark, .site, .canceled, .end: isLost = try self.isLost(line, place)
        }
        do throws(LineError) {
            if case .end(let end) = line.content {
                try finish(line, place, end)
            } else if isLost {
                report.drop(damage(line, place, "it is sound, but the state before it was lost"))
            } else {
                try emit(line, place)
            }
            if line.content.steps != nil { isTailDamaged = false }
        } catch {
            take(damage(line, place, error.reason))
        }
    }

    /// Whether the state that the line follows is unknown, even with the recorded states ahead.
    private mutating func isLost(_ line: LocatedLine, _ place: Place) throws(FileError) -> Bool {
        guard let (after, through) = line.content.steps, !order.hasEnded else { return false }
        while lastSeen == nil {
            let known = last?.seq ?? -1
            if after < known {
                if through <= known || !lost.contains(after + 1) { return lost.contains(through) }
            } else if after == known, order.openGap == nil || line.content.outline.kind != .action {
                return false
            }
            if try !resume(from: line, place) { lastSeen = known }
        }
        lastSeen = max(lastSeen ?? through, through)
        return true
    }

    private func isReadAhead(_ place: Place) -> Bool { aheadPlace.map { place <= $0 } ?? false }

    /// Continues from the state that the line sets, or from the next one ahead. Returns false if there is none.
    private mutating func resume(from line: LocatedLine, _ place: Place) throws(FileError) -> Bool {
        if resume(at: line, place) { return true }
        if !isReadAhead(place) { (ahead, aheadPlace) = (reader, place) }
        while let item = try ahead.nextItem() {
            let (damage, line) = Self.contents(of: item)
            if let damage { note(damage) }
            guard let line else { continue }
            let place = ahead.place(of: line)
            aheadPlace = place
            if case .end(let end) = line.content, let last, end.seq > last.seq { return false }
            if resume(at: line, place) { return true }
        }
        return false
    }

    /// Emits a snapshot, and the gap before a state that was not known. Returns whether the lines after its step can be replayed now.
    private mutating func resume(at line: LocatedLine, _ place: Place) -> Bool {
        do throws(LineError) {
            switch line.content {
            case .step(let step) where step.isSet:
                guard let last, step.seq > last.seq, step.at >= last.at else { return false }
                emitGap(through: step.seq - 1, isLastKnown: false)
                return true
            case .snapshot(let snapshot):
                let isGapOpen = order.openGap != nil
                let isKnown = last.map { snapshot.seq <= $0.seq } ?? false
                if let last, !isKnown {
                    guard snapshot.at >= last.at else {
                        throw LineError("the snapshot is at \(snapshot.at), before the step it follows at \(last.at)")
                    }
                    emitGap(through: snapshot.seq, isLastKnown: true)
                }
                try emit(line, place)
                if isKnown { return isGapOpen && order.openGap == nil }
                if last == nil {
                    report.first = snapshot.seq
                    report.hasLostItsStart = damagedLines != nil || aheadPlace != nil
                    if report.hasLostItsStart { lost = 0..<snapshot.seq + 1 }
                }
                last = (snapshot.seq, snapshot.at)
                return true
            default: return false
            }
        } catch {
            take(damage(line, place, error.reason))
            return false
        }
    }

    // MARK: - Writing

    private mutating func emit(_ line: LocatedLine, _ place: Place) throws(LineError) {
        let outline = line.content.outline
        try order.check(outline)
        counts.add(outline)
        if outline.isStep { (last, damagedLines, missing) = ((outline.through, outline.at), nil, nil) }
        write(line, place)
    }

    private mutating func write(_ line: LocatedLine, _ place: Place) {
        report.kept += 1
        if case .header(let found) = line.content, found.hasChecksums, !header.hasChecksums {
            copy.append(LineWriter.header(header))
        } else {
            copy.append(line.byte..<line.byte + line.bytes.count + 1, of: place.segment)
        }
    }

    private mutating func emitGap(through: Int, isLastKnown: Bool) {
        guard let last, through > last.seq, !order.hasEnded else { return }
        let gap = Gap(seq: last.seq + 1, at: last.at, through: through, why: why)
        // It follows the last step, at the same time, so it is in order.
        try? order.check(Line.gap(gap).outline)
        counts.add(Line.gap(gap).outline)
        copy.append(LineWriter.gap(gap))
        report.lost.append(SalvageReport.LostSteps(steps: gap.seq...through, isLastKnown: isLastKnown))
        self.last = (through, last.at)
        lost = gap.seq..<through + 1
    }

    private var why: String {
        guard let damagedLines else { return missing?.description ?? "they are not in the file" }
        return damagedLines.first == damagedLines.last
            ? "damage in \(damagedLines.first)" : "damage from \(damagedLines.first) to \(damagedLines.last)"
    }

    private mutating func finish(_ line: LocatedLine, _ place: Place, _ end: End) throws(LineError) {
        if let lastSeen { emitGap(through: max(lastSeen, end.seq), isLastKnown: false) }
        try order.check(line.content.outline)
        if report.isWhole, let reason = counts.mismatch(with: end) {
            report.drop(damage(line, place, "\(reason); a corrected end line replaces it"))
        }
        let counted = End(seq: end.seq, at: end.at, actions: counts.actions, snapshots: counts.snapshots)
        if report.isWhole || counted == end { write(line, place) } else { copy.append(LineWriter.end(counted)) }
        damagedLines = nil
    }
}

extension Line {
    /// The step before the line, and the last step that it is of.
    fileprivate var steps: (after: Int, through: Int)? {
        let line = outline
        return switch line.kind {
        case .action, .opaque, .set, .gap: (line.seq - 1, line.through)
        case .mark, .site, .canceled, .end: (line.seq, line.seq)
        case .header, .snapshot, .generated, .unknown: nil
        }
    }
}
