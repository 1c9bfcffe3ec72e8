internal import TimelineJournal

/// Makes sound lines of damaged ones: keeps what can be relied on, and puts a gap where states cannot be known.
///
/// A state is known where the one before it is and the step between is on file. So damage costs nothing where the steps
/// count on after it (a mark or a snapshot was hit). Where they do not, all is unknown up to the next snapshot, or the
/// next state that was set. A snapshot that came late gives back the steps after it, too.
///
/// Pure: lines in, lines out. What comes out passes `LineOrder` from its start.
struct Salvager {
    /// What is to be written.
    enum Output {
        case line(LocatedLine)
        case gap(Gap)
        case end(End)
    }

    private(set) var report = SalvageReport()
    private var order = LineOrder()
    /// The last step that came out; nil before the first snapshot.
    private var last: (seq: Int, at: Moment)?
    /// The last step of a recorded gap that no snapshot has closed.
    private var openGap: Int?
    private var lost: LostStretch?
    private var hasEnded = false
    /// The damaged lines since the last step that is known to follow.
    private var culprits: (first: String, last: String)?
    /// Whether damage stands after the last line that numbers a step.
    private var isTailDamaged = false
    private var tally = LineTally()
    /// The segments that should stand between the last step that is known to follow and what comes.
    private var missing: MissingSegments?
    private var output: [Output] = []
    private let heldLimit: Int

    /// - Parameter heldLimit: How many bytes of steps may wait for a snapshot that came late.
    init(heldLimit: Int = 64 << 20) { self.heldLimit = heldLimit }

    // MARK: - In

    mutating func take(_ line: LocatedLine, of file: FileName) -> [Output] {
        do throws(LineFault) {
            try place(line, file)
            if line.content.isNumbered { isTailDamaged = false }
        } catch {
            blame(line.number, file)
            report.drop(Damage(file: file.path, line: line.number, byte: line.byte, reason: error.reason))
        }
        return flush()
    }

    mutating func take(_ damage: Damage, of file: FileName) {
        blame(damage.line, file)
        report.drop(damage)
    }

    /// A line whose writing was broken off, at the end of a file.
    mutating func takeTorn(_ line: Int, byte: Int, of file: FileName, isLast: Bool) {
        let damage = Damage(file: file.path, line: line, byte: byte, reason: Damage.tornLine)
        if isLast { report.torn = damage } else { take(damage, of: file) }
    }

    /// A packed file that could not be unpacked to its end.
    mutating func take(_ fault: Unpacked.Fault, line: Int, byte: Int, of file: FileName, isLast: Bool) {
        let damage = Damage(file: file.path, line: line, byte: byte, reason: fault.reason)
        guard isLast, fault.isCut else { return take(damage, of: file) }
        report.torn = damage
        report.isCut = true
        // More than a line may be gone.
        isTailDamaged = true
    }

    /// Segments are missing before what comes next.
    mutating func miss(_ segments: MissingSegments) { missing = segments }

    /// Segments are missing before the first.
    mutating func miss(_ start: Damage?) {
        guard let start, hasState else { return }
        report.missingStart = start
        report.hasLostItsStart = true
    }

    mutating func finish(_ file: FileName) -> [Output] {
        guard let last else { return [] }
        if let lost {
            if lost.seen > last.seq { emitGap(through: lost.seen, isLastKnown: false) }
            useless(lost.lines, file)
            if let end = lost.end { finish(with: end.line, end.content, file) }
        }
        report.hasLostItsEnd = isTailDamaged && !hasEnded
        report.last = self.last!.seq
        return flush()
    }

    /// Whether there is a state to go on from.
    var hasState: Bool { last != nil }

    private mutating func blame(_ line: Int, _ file: FileName) {
        let name = file.isOnly ? "line \(line)" : "line \(line) of \(file.short)"
        culprits = (culprits?.first ?? name, name)
        isTailDamaged = true
    }

    // MARK: - Lines

    private mutating func place(_ line: LocatedLine, _ file: FileName) throws(LineFault) {
        if hasEnded, line.number > 1 || !file.isLater {
            if case .unknown = line.content {} else { throw LineFault("a line follows the end of the run") }
        }
        switch line.content {
        case .header:
            if line.number == 1, file.isLater { return }
            try emit(line)
        case .unknown:
            guard last != nil else { throw LineFault("there is no snapshot before it") }
            try emit(line)
        case .snapshot(let snapshot): try place(snapshot, line, file)
        case .step(let step): try place(line, from: step.seq, through: step.seq, step.at, file)
        case .gap(let gap): try place(line, from: gap.seq, through: gap.through, gap.at, file)
        case .mark(let mark):
            if let lost {
                guard mark.seq >= lost.seen else { throw misplaced("mark", mark.seq, lost.seen) }
                useless(self.lost!.hold(line, markOf: mark.seq), file)
            } else if let last, mark.seq <= last.seq {
                try emit(line)
            } else {
                lost = LostStretch(after: last?.seq ?? 0)
                useless(lost!.hold(line, markOf: mark.seq), file)
            }
        case .end(let end):
            // Before there is a state, it is the end of nothing that can be saved.
            guard last != nil else { throw LineFault("there is no snapshot before it") }
            let seen = lost?.seen ?? last?.seq ?? 0
            guard end.seq >= seen else { throw misplaced("end", end.seq, seen) }
            if lost == nil, end.seq == last?.seq { return finish(with: line, end, file) }
            if lost == nil { lost = LostStretch(after: seen) }
            lost?.hold(line, end: end)
            hasEnded = true
        }
    }

    private func misplaced(_ kind: String, _ seq: Int, _ seen: Int) -> LineFault {
        LineFault("the \(kind) bears step \(seq), but the last step was \(seen)")
    }

    /// Places a step or a gap.
    private mutating func place(
        _ line: LocatedLine, from seq: Int, through: Int, _ at: Moment, _ file: FileName
    ) throws(LineFault) {
        guard through >= seq else { throw LineFault("the gap is from \(seq) through \(through), which is before it") }
        let needsState = if case .step(let step) = line.content, case .action = step.change { true } else { false }
        let isSet = if case .step(let step) = line.content { step.isSet } else { false }
        if let last, lost == nil, seq <= last.seq || seq == last.seq + 1 && !(needsState && openGap != nil) {
            return try pass(line, through, at)
        }
        if lost == nil { lost = LostStretch(after: last?.seq ?? 0) }
        guard seq > lost!.seen else {
            throw LineFault("expected step \(lost!.seen + 1) or later, found step \(seq)")
        }
        if isSet, let last {
            guard at >= last.at else {
                throw LineFault("step \(seq) is at \(at), before the step it follows at \(last.at)")
            }
            if seq - 1 > last.seq { emitGap(through: seq - 1, isLastKnown: false) }
            useless(lost!.lines, file)
            lost = nil
            return try pass(line, through, at)
        }
        if case .gap = line.content {
            useless(lost!.skip(through: through) + [line], file)
        } else {
            useless(lost!.hold(line, step: seq), file)
        }
        if lost!.isOver(heldLimit) { useless(lost!.forget(), file) }
    }

    /// Writes a step or a gap, and stands after it.
    private mutating func pass(_ line: LocatedLine, _ through: Int, _ at: Moment) throws(LineFault) {
        try emit(line)
        last = (through, at)
        (culprits, missing) = (nil, nil)
        if case .gap(let gap) = line.content { openGap = gap.through }
        if case .step(let step) = line.content {
            if step.isSet { openGap = nil }
        }
    }

    private mutating func place(_ snapshot: Snapshot, _ line: LocatedLine, _ file: FileName) throws(LineFault) {
        guard let last else {
            report.first = snapshot.seq
            report.hasLostItsStart = culprits != nil || lost != nil
            try emit(line)
            self.last = (snapshot.seq, snapshot.at)
            return resume(after: snapshot.seq, file)
        }
        if snapshot.seq > last.seq {
            var trial = order
            guard snapshot.at >= last.at else {
                throw LineFault("the snapshot is at \(snapshot.at), before the step it follows at \(last.at)")
            }
            trial.resume()
            try trial.take(line.content)
            if lost == nil { lost = LostStretch(after: snapshot.seq) }
            emitGap(through: snapshot.seq, isLastKnown: true)
            try emit(line)
            self.last = (snapshot.seq, snapshot.at)
            openGap = nil
            resume(after: snapshot.seq, file)
        } else {
            try emit(line)
            guard let gap = openGap, snapshot.seq >= gap else { return }
            openGap = nil
            resume(after: snapshot.seq, file)
        }
    }

    /// The state after step `seq` is known. Writes the steps since that were waiting for it, where none is missing.
    private mutating func resume(after seq: Int, _ file: FileName) {
        guard let lost else {
            culprits = nil
            return
        }
        let held = lost.lines
        if seq < lost.seen, lost.first.map({ seq < $0 - 1 }) ?? true { return }
        self.lost = nil
        for line in held {
            guard line.content.comes(after: seq) else {
                useless([line], file)
                continue
            }
            do throws(LineFault) { try place(line, file) } catch {
                blame(line.number, file)
                report.drop(Damage(file: file.path, line: line.number, byte: line.byte, reason: error.reason))
            }
        }
        if self.lost == nil { culprits = nil }
    }

    /// The end counts what is on file. Where some of that is not here, it is counted anew.
    private mutating func finish(with line: LocatedLine, _ end: End, _ file: FileName) {
        hasEnded = true
        if report.isWhole, let reason = tally.fault(of: end) {
            report.drop(
                Damage(
                    file: file.path, line: line.number, byte: line.byte, reason: "\(reason); it is written anew"))
        }
        if report.isWhole {
            try? emit(line)
        } else {
            let counted = End(seq: end.seq, at: end.at, actions: tally.actions, snapshots: tally.snapshots)
            try? order.take(.end(counted))
            if counted == end { output.append(.line(line)) } else { output.append(.end(counted)) }
        }
        culprits = nil
    }

    // MARK: - Out

    private mutating func emit(_ line: LocatedLine) throws(LineFault) {
        try order.take(line.content)
        tally.take(line.content)
        output.append(.line(line))
    }

    private mutating func emitGap(through: Int, isLastKnown: Bool) {
        guard let last else { return }
        let gap = Gap(seq: last.seq + 1, at: last.at, through: through, why: why)
        // It counts on from the last step and is at its time, so nothing speaks against it.
        try? order.take(.gap(gap))
        tally.take(.gap(gap))
        output.append(.gap(gap))
        report.lost.append(LostSteps(steps: gap.seq...through, isLastKnown: isLastKnown))
        self.last = (through, last.at)
        openGap = through
    }

    private var why: String {
        guard let culprits else { return missing?.description ?? "they are not on file" }
        return culprits.first == culprits.last
            ? "damage in \(culprits.first)" : "damage from \(culprits.first) to \(culprits.last)"
    }

    private mutating func useless(_ lines: [LocatedLine], _ file: FileName) {
        for line in lines {
            report.drop(
                Damage(
                    file: file.path, line: line.number, byte: line.byte,
                    reason: "it is sound, but the state before it was lost"))
        }
    }

    private mutating func flush() -> [Output] {
        defer { output = [] }
        for case .line in output { report.kept += 1 }
        return output
    }
}

extension Line {
    /// Whether a step comes after that of a snapshot, or a mark not before it.
    fileprivate func comes(after seq: Int) -> Bool {
        switch self {
        case .step(let step): step.seq > seq
        case .mark(let mark): mark.seq >= seq
        default: false
        }
    }

    /// Whether it tells which step was the last before it, so that none is missing unnoticed.
    fileprivate var isNumbered: Bool {
        switch self {
        case .step, .gap, .mark, .end: true
        case .header, .snapshot, .unknown: false
        }
    }
}
