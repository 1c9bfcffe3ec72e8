internal import TimelineKit
internal import TimelineReplay

/// Copies the lines that can be replayed, so that the copy passes `LineOrder`. Damage to a mark or a snapshot loses no step. After
/// damage to a step, a second reader looks ahead for the next recorded state: the copy has a gap up to that state, then the state,
/// which may have been recorded late, and then the lines after its step.
///
/// **Cost.** Memory in proportion to the damage. Parts after damage are read twice.
struct Salvager {
    private struct SoundLine {
        let number: Int
        let place: Place
        let bytes: [UInt8]
        let outline: LineOutline
    }

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
        reader = JournalReader(segments, provesLines: true, checksOrder: false)
        ahead = reader
    }

    /// False if no state is known.
    mutating func run(_ progress: (_ done: Int) -> Void) throws(FileError) -> Bool {
        var segment = 0
        while let item = try reader.nextItem() {
            if reader.segment != segment {
                segment = reader.segment
                missing = segments[segment].missing ?? missing
            }
            let (damage, line) = contents(of: item, segment)
            if let damage, damage.isOfEnd, segment == segments.count - 1 {
                report.torn = damage
                if report.isCut { isTailDamaged = true }
            } else if let damage {
                take(damage)
            }
            guard let line else { continue }
            try take(line)
            if line.number % 4096 == 0 { progress(segments[..<segment].reduce(line.place.byte) { $0 + $1.size }) }
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

    private func damage(_ line: SoundLine, _ reason: String) -> Damage {
        Damage(file: segments[line.place.segment].name, line: line.number, byte: line.place.byte, reason: reason)
    }

    private func contents(of item: JournalReader.Item, _ segment: Int) -> (Damage?, SoundLine?) {
        func sound(_ number: Int, _ byte: Int, _ bytes: [UInt8], _ outline: LineOutline) -> SoundLine {
            SoundLine(number: number, place: Place(segment: segment, byte: byte), bytes: bytes, outline: outline)
        }
        switch item {
        case .line(let line): return (nil, sound(line.number, line.byte, line.bytes, line.content.outline))
        case .proved(let raw, let outline):
            do throws(LineError) {
                if !outline.isWhole(raw.bytes) { _ = try raw.parsed() }
                return (nil, sound(raw.number, raw.byte, raw.bytes, outline))
            } catch {
                let file = segments[segment].name
                return (Damage(file: file, line: raw.number, byte: raw.byte + error.byte, reason: error.reason), nil)
            }
        case .damage(let damage, nil): return (damage, nil)
        case .damage(let damage, let raw?):
            guard let (start, outline) = Self.lineAfterForeignBytes(raw) else { return (damage, nil) }
            let reason = "\(start) bytes that another process wrote come before this line"
            return (
                Damage(file: damage.file, line: raw.number, byte: raw.byte, reason: reason),
                sound(raw.number, raw.byte + start, Array(raw.bytes[start...]), outline)
            )
        }
    }

    /// Each attempt costs the reading of the rest of the line.
    private static let attemptLimit = 16

    private static func lineAfterForeignBytes(_ raw: RawLines.RawLine) -> (start: Int, LineOutline)? {
        var rest = raw.bytes.dropFirst()
        for _ in 0..<attemptLimit {
            guard let place = rest.firstRange(of: Array(#"{"seq":"#.utf8))?.lowerBound else { return nil }
            if raw.bytes[place...].withUnsafeBufferPointer(LineParser.hasRightChecksum) {
                return (try? LineParser.parse(Array(raw.bytes[place...]))).map { (place, $0.outline) }
            }
            rest = raw.bytes[(place + 1)...]
        }
        return nil
    }

    // MARK: - Lines

    private mutating func take(_ line: SoundLine) throws(FileError) {
        var isLost = false
        switch line.outline.kind {
        case .header where line.number == 1 && line.place.segment > 0: return
        case .header, .unknown: break
        case .snapshot:
            if !isReadAhead(line.place) { _ = resume(at: line) }
            if line.outline.seq == lost.last, lastSeen == nil { damagedLines = nil }
            return
        case .generated: isLost = lastSeen != nil || lost.contains(line.outline.seq)
        case .end where last == nil || isReadAhead(line.place): break
        case .action, .opaque, .set, .gap, .mark, .site, .canceled, .took, .end: isLost = try self.isLost(line)
        }
        do throws(LineError) {
            if line.outline.kind == .end, case .end(let end)? = try? LineParser.parse(line.bytes) {
                try finish(line, end)
            } else if isLost {
                report.drop(damage(line, "it is sound, but the state before it was lost"))
            } else {
                try emit(line)
            }
            if line.outline.steps != nil { isTailDamaged = false }
        } catch {
            take(damage(line, error.reason))
        }
    }

    /// Whether the state that the line follows is unknown, even with the recorded states ahead.
    private mutating func isLost(_ line: SoundLine) throws(FileError) -> Bool {
        guard let (after, through) = line.outline.steps, !order.hasEnded else { return false }
        while lastSeen == nil {
            let known = last?.seq ?? -1
            if after < known {
                if through <= known || !lost.contains(after + 1) { return lost.contains(through) }
            } else if after == known, order.openGap == nil || line.outline.kind != .action {
                return false
            }
            if try !resume(from: line) { lastSeen = known }
        }
        lastSeen = max(lastSeen ?? through, through)
        return true
    }

    private func isReadAhead(_ place: Place) -> Bool { aheadPlace.map { place <= $0 } ?? false }

    /// Continues from the state that the line sets, or from the next one ahead. Returns false if there is none.
    private mutating func resume(from line: SoundLine) throws(FileError) -> Bool {
        if resume(at: line) { return true }
        if !isReadAhead(line.place) { (ahead, aheadPlace) = (reader, line.place) }
        while let item = try ahead.nextItem() {
            let (damage, line) = contents(of: item, ahead.segment)
            if let damage { note(damage) }
            guard let line else { continue }
            aheadPlace = line.place
            if line.outline.kind == .end, let last, line.outline.seq > last.seq { return false }
            if resume(at: line) { return true }
        }
        return false
    }

    /// Emits a snapshot, and the gap before a state that was not known. Returns whether the lines after its step can be replayed now.
    private mutating func resume(at line: SoundLine) -> Bool {
        let (seq, at) = (line.outline.seq, line.outline.at)
        do throws(LineError) {
            switch line.outline.kind {
            case .set:
                guard let last, seq > last.seq, at >= last.at else { return false }
                emitGap(through: seq - 1, isLastKnown: false)
                return true
            case .snapshot:
                let isGapOpen = order.openGap != nil
                let isKnown = last.map { seq <= $0.seq } ?? false
                if let last, !isKnown {
                    guard at >= last.at else {
                        throw LineError("the snapshot is at \(at), before the step it follows at \(last.at)")
                    }
                    emitGap(through: seq, isLastKnown: true)
                }
                try emit(line)
                if isKnown { return isGapOpen && order.openGap == nil }
                if last == nil {
                    report.first = seq
                    report.hasLostItsStart = damagedLines != nil || aheadPlace != nil
                    if report.hasLostItsStart { lost = 0..<seq + 1 }
                }
                last = (seq, at)
                return true
            default: return false
            }
        } catch {
            take(damage(line, error.reason))
            return false
        }
    }

    // MARK: - Writing

    private mutating func emit(_ line: SoundLine) throws(LineError) {
        let outline = line.outline
        try order.check(outline)
        counts.add(outline)
        if outline.isStep { (last, damagedLines, missing) = ((outline.through, outline.at), nil, nil) }
        write(line)
    }

    private mutating func write(_ line: SoundLine) {
        report.kept += 1
        if line.outline.kind == .header, segments[0].hasChecksums, !header.hasChecksums {
            copy.append(LineWriter.header(header))
        } else {
            copy.append(line.place.byte..<line.place.byte + line.bytes.count + 1, of: line.place.segment)
        }
    }

    private mutating func emitGap(through: Int, isLastKnown: Bool) {
        guard let last, through > last.seq, !order.hasEnded else { return }
        let gap = Gap(seq: last.seq + 1, at: last.at, through: through, why: why)
        // It follows the last step, at the same time, so it is in order.
        try? order.check(Line.gap(gap).outline)
        counts.add(Line.gap(gap).outline)
        copy.append(LineWriter.line(.gap(gap)))
        report.lost.append(SalvageReport.LostSteps(steps: gap.seq...through, isLastKnown: isLastKnown))
        self.last = (through, last.at)
        lost = gap.seq..<through + 1
    }

    private var why: String {
        guard let damagedLines else { return missing?.description ?? "they are not in the file" }
        return damagedLines.first == damagedLines.last
            ? "damage in \(damagedLines.first)" : "damage from \(damagedLines.first) to \(damagedLines.last)"
    }

    private mutating func finish(_ line: SoundLine, _ end: End) throws(LineError) {
        if let lastSeen { emitGap(through: max(lastSeen, end.seq), isLastKnown: false) }
        try order.check(line.outline)
        if report.isWhole, let reason = counts.mismatch(with: end) {
            report.drop(damage(line, "\(reason); a corrected end line replaces it"))
        }
        let counted = End(seq: end.seq, at: end.at, actions: counts.actions, snapshots: counts.snapshots)
        if report.isWhole || counted == end { write(line) } else { copy.append(LineWriter.line(.end(counted))) }
        damagedLines = nil
    }
}

extension LineOutline {
    /// The step before the line, and the last step that it is of.
    fileprivate var steps: (after: Int, through: Int)? {
        switch kind {
        case .action, .opaque, .set, .gap: (seq - 1, through)
        case .mark, .site, .canceled, .took, .end: (seq, seq)
        case .header, .snapshot, .generated, .unknown: nil
        }
    }

    /// Whether the parser takes a line with the right checksum: it is an object, and has after its action or state what a recorder writes.
    fileprivate func isWhole(_ line: [UInt8]) -> Bool {
        guard [.action, .set, .snapshot].contains(kind) else { return false }
        return line.withUnsafeBufferPointer { line in
            guard let tape = try? JSONTape(line) else { return false }
            // Its third value, after the first at index 4; before each is its key.
            let value = tape.next(tape.next(4) + 2) + 2
            return LineOutline.isEnd(UnsafeBufferPointer(rebasing: line[tape.range(of: value).upperBound...]))
        }
    }
}
