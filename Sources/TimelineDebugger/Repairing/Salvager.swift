internal import TimelineJournal

/// Damage to a mark or a snapshot loses no step. After damage to a step, states are unknown until the next snapshot, or the next
/// state that was set; a late snapshot makes the steps after its own known, too. Pure: lines in, and out lines that pass `LineOrder`.
struct Salvager {
    private struct File {
        let path: String
        let isOnly: Bool
        let isLater: Bool
        let isLast: Bool

        var name: String { path.split(separator: "/").last.map(String.init) ?? path }
    }

    private(set) var report = SalvageReport()
    private var order = LineOrder()
    private var last: (seq: Int, at: Moment)?
    /// The last step of a recorded gap that no snapshot has closed.
    private var openGap: Int?
    private var lost: LostStretch?
    private var hasEnded = false
    private var damagedLines: (first: String, last: String)?
    /// Damage follows the last line with the number of a step.
    private var isTailDamaged = false
    private var counts = LineCounts()
    private var missing: MissingSegments?
    private var output: [UInt8] = []
    private var file = File(path: "", isOnly: true, isLater: false, isLast: true)
    private let hasChecksums: Bool
    private let heldLimit: Int

    init(hasChecksums: Bool, heldLimit: Int = 64 << 20) {
        self.hasChecksums = hasChecksums
        self.heldLimit = heldLimit
    }

    // MARK: - Reading

    mutating func open(_ segments: [Segment], _ number: Int) {
        file = File(
            path: segments[number].name, isOnly: segments.count == 1, isLater: number > 0,
            isLast: number == segments.count - 1)
        missing = segments[number].missing ?? missing
    }

    mutating func take(_ item: JournalReader.Item) {
        switch item {
        case .line(let line): take(line)
        case .damage(let damage, let raw):
            if let raw, let line = Self.lineAfterForeignBytes(raw) {
                let reason = "\(line.byte - raw.byte) bytes that another process wrote come before this line"
                take(Damage(file: file.path, line: raw.number, byte: raw.byte, reason: reason))
                take(line)
            } else {
                take(damage)
            }
        case .torn(let damage) where file.isLast: report.torn = damage
        case .torn(let damage): take(damage)
        case .cut(let damage): (report.torn, report.isCut, isTailDamaged) = (damage, true, true)
        }
    }

    var outputCount: Int { output.count }

    mutating func takeOutput() -> [UInt8] {
        defer { output = [] }
        report.bytes += output.count
        return output
    }

    private mutating func take(_ line: LocatedLine) {
        do throws(LineError) {
            try place(line)
            if line.content.isNumbered { isTailDamaged = false }
        } catch {
            take(damage(line, error.reason))
        }
    }

    private mutating func take(_ damage: Damage) {
        let name = file.isOnly ? "line \(damage.line)" : "line \(damage.line) of \(file.name)"
        damagedLines = (damagedLines?.first ?? name, name)
        isTailDamaged = true
        report.drop(damage)
    }

    private func damage(_ line: LocatedLine, _ reason: String) -> Damage {
        Damage(file: file.path, line: line.number, byte: line.byte, reason: reason)
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

    mutating func finish(missing start: Damage? = nil) {
        guard let last else { return }
        if let start { (report.missingStart, report.hasLostItsStart) = (start, true) }
        if let lost {
            if lost.seen > last.seq { emitGap(through: lost.seen, isLastKnown: false) }
            drop(lost.lines)
            if let end = lost.end { finish(with: end.line, end.content) }
        }
        report.hasLostItsEnd = isTailDamaged && !hasEnded
        report.last = self.last!.seq
    }

    var hasState: Bool { last != nil }

    // MARK: - Lines

    private mutating func place(_ line: LocatedLine) throws(LineError) {
        if hasEnded, line.number > 1 || !file.isLater {
            if case .unknown = line.content {} else { throw LineError("a line follows the end of the run") }
        }
        switch line.content {
        case .header:
            if line.number == 1, file.isLater { return }
            try emit(line)
        case .unknown:
            guard last != nil else { throw LineError("there is no snapshot before it") }
            try emit(line)
        case .snapshot(let snapshot): try place(snapshot, line)
        case .step(let step): try place(line, from: step.seq, through: step.seq, step.at)
        case .gap(let gap): try place(line, from: gap.seq, through: gap.through, gap.at)
        case .generated(let value):
            guard lost == nil, let last, value.seq == last.seq else {
                throw misplaced("generated value", value.seq, lost?.seen ?? last?.seq ?? 0)
            }
            try emit(line)
        case .mark(let mark): try place(line, after: mark.seq, "mark")
        case .site(let site): try place(line, after: site.seq, "site")
        case .canceled(let canceled): try place(line, after: canceled.seq, "cancellation")
        case .end(let end):
            guard last != nil else { throw LineError("there is no snapshot before it") }
            let seen = lost?.seen ?? last?.seq ?? 0
            guard end.seq >= seen else { throw misplaced("end", end.seq, seen) }
            if lost == nil, end.seq == last?.seq { return finish(with: line, end) }
            if lost == nil { lost = LostStretch(after: seen) }
            lost?.add(line, end: end)
            hasEnded = true
        }
    }

    private mutating func place(_ line: LocatedLine, after seq: Int, _ kind: String) throws(LineError) {
        if let lost {
            guard seq >= lost.seen else { throw misplaced(kind, seq, lost.seen) }
            drop(self.lost!.add(line, after: seq))
        } else if let last, seq <= last.seq {
            try emit(line)
        } else {
            lost = LostStretch(after: last?.seq ?? 0)
            drop(lost!.add(line, after: seq))
        }
    }

    private func misplaced(_ kind: String, _ seq: Int, _ seen: Int) -> LineError {
        LineError("the \(kind) has step \(seq), but the last step was \(seen)")
    }

    private mutating func place(
        _ line: LocatedLine, from seq: Int, through: Int, _ at: Moment
    ) throws(LineError) {
        guard through >= seq else { throw LineError("the gap is from \(seq) through \(through), which is before it") }
        let needsState = if case .step(let step) = line.content, case .action = step.change { true } else { false }
        let isSet = if case .step(let step) = line.content { step.isSet } else { false }
        if let last, lost == nil, seq <= last.seq || seq == last.seq + 1 && !(needsState && openGap != nil) {
            return try pass(line, through, at)
        }
        if lost == nil { lost = LostStretch(after: last?.seq ?? 0) }
        guard seq > lost!.seen else {
            throw LineError("expected step \(lost!.seen + 1) or later, found step \(seq)")
        }
        if isSet, let last {
            guard at >= last.at else {
                throw LineError("step \(seq) is at \(at), before the step it follows at \(last.at)")
            }
            if seq - 1 > last.seq { emitGap(through: seq - 1, isLastKnown: false) }
            drop(lost!.lines)
            lost = nil
            return try pass(line, through, at)
        }
        if case .gap = line.content {
            drop(lost!.skip(through: through) + [line])
        } else {
            drop(lost!.add(line, step: seq))
        }
        if lost!.size > heldLimit { drop(lost!.removeLines()) }
    }

    private mutating func pass(_ line: LocatedLine, _ through: Int, _ at: Moment) throws(LineError) {
        try emit(line)
        last = (through, at)
        (damagedLines, missing) = (nil, nil)
        if case .gap(let gap) = line.content { openGap = gap.through }
        if case .step(let step) = line.content {
            if step.isSet { openGap = nil }
        }
    }

    private mutating func place(_ snapshot: Snapshot, _ line: LocatedLine) throws(LineError) {
        guard let last else {
            report.first = snapshot.seq
            report.hasLostItsStart = damagedLines != nil || lost != nil
            try emit(line)
            self.last = (snapshot.seq, snapshot.at)
            return resume(after: snapshot.seq)
        }
        if snapshot.seq > last.seq {
            var trial = order
            guard snapshot.at >= last.at else {
                throw LineError("the snapshot is at \(snapshot.at), before the step it follows at \(last.at)")
            }
            trial.resume()
            try trial.check(line.content.outline)
            if lost == nil { lost = LostStretch(after: snapshot.seq) }
            emitGap(through: snapshot.seq, isLastKnown: true)
            try emit(line)
            self.last = (snapshot.seq, snapshot.at)
            openGap = nil
            resume(after: snapshot.seq)
        } else {
            try emit(line)
            guard let gap = openGap, snapshot.seq >= gap else { return }
            openGap = nil
            resume(after: snapshot.seq)
        }
    }

    /// Unless a step is missing.
    private mutating func resume(after seq: Int) {
        guard let lost else {
            damagedLines = nil
            return
        }
        let held = lost.lines
        if seq < lost.seen, lost.first.map({ seq < $0 - 1 }) ?? true { return }
        self.lost = nil
        for line in held {
            guard line.content.comes(after: seq) else {
                drop([line])
                continue
            }
            do throws(LineError) { try place(line) } catch { take(damage(line, error.reason)) }
        }
        if self.lost == nil { damagedLines = nil }
    }

    private mutating func finish(with line: LocatedLine, _ end: End) {
        hasEnded = true
        if report.isWhole, let reason = counts.mismatch(with: end) {
            report.drop(damage(line, "\(reason); a corrected end line replaces it"))
        }
        if report.isWhole {
            try? emit(line)
        } else {
            let counted = End(seq: end.seq, at: end.at, actions: counts.actions, snapshots: counts.snapshots)
            try? order.check(.end(counted))
            if counted == end { write(line) } else { output += LineWriter.end(counted) }
        }
        damagedLines = nil
    }

    // MARK: - Writing

    private mutating func emit(_ line: LocatedLine) throws(LineError) {
        try order.check(line.content.outline)
        counts.add(line.content.outline)
        write(line)
    }

    private mutating func write(_ line: LocatedLine) {
        report.kept += 1
        if case .header(let header) = line.content, header.hasChecksums, !hasChecksums {
            output += LineWriter.header(header.withoutChecksums)
        } else {
            output += line.bytes
            output.append(UInt8(ascii: "\n"))
        }
    }

    private mutating func emitGap(through: Int, isLastKnown: Bool) {
        guard let last else { return }
        let gap = Gap(seq: last.seq + 1, at: last.at, through: through, why: why)
        // It follows the last step, at the same time, so it is in order.
        try? order.check(.gap(gap))
        counts.add(.gap(gap))
        output += LineWriter.gap(gap)
        report.lost.append(SalvageReport.LostSteps(steps: gap.seq...through, isLastKnown: isLastKnown))
        self.last = (through, last.at)
        openGap = through
    }

    private var why: String {
        guard let damagedLines else { return missing?.description ?? "they are not in the file" }
        return damagedLines.first == damagedLines.last
            ? "damage in \(damagedLines.first)" : "damage from \(damagedLines.first) to \(damagedLines.last)"
    }

    private mutating func drop(_ lines: [LocatedLine]) {
        for line in lines { report.drop(damage(line, "it is sound, but the state before it was lost")) }
    }
}

extension Line {
    fileprivate func comes(after seq: Int) -> Bool {
        switch self {
        case .step(let step): step.seq > seq
        case .mark(let mark): mark.seq >= seq
        case .site(let site): site.seq >= seq
        case .canceled(let canceled): canceled.seq >= seq
        default: false
        }
    }

    fileprivate var isNumbered: Bool {
        switch self {
        case .step, .gap, .mark, .site, .canceled, .end: true
        case .header, .snapshot, .generated, .unknown: false
        }
    }
}
