/// Holds each line against those before it. Pure: tests drive it with literal lines.
///
/// The header comes first and a snapshot second; steps count on by one; time never runs backwards from step to step; a
/// snapshot, mark or end bears the number of a step that has been; after a gap a snapshot comes before the next step.
struct LineOrder {
    private enum Expected {
        case header
        case firstSnapshot
        case anything
    }

    private var expected: Expected
    /// The last step, where it is known: not so just after damage.
    private var last: (seq: Int, at: Moment)?
    /// The last snapshot.
    private var snapshot: Int?
    /// The last step of a gap that no snapshot has closed yet.
    private var openGap: Int?
    private var hasEnded = false

    /// - Parameter resuming: begins in the middle, where anything may come.
    init(resuming: Bool = false) { expected = resuming ? .anything : .header }

    /// Begins anew after damage: what was lost cannot be held against what follows.
    mutating func resume() {
        last = nil
        openGap = nil
        if case .header = expected {} else { expected = .anything }
    }

    mutating func take(_ line: Line) throws(LineFault) {
        switch (expected, line) {
        case (.header, .header): expected = .firstSnapshot
        case (.header, _): throw LineFault("expected the header of a timeline, found another line")
        case (.firstSnapshot, .snapshot): expected = .anything
        case (.firstSnapshot, _): throw LineFault("expected a snapshot after the header, found another line")
        case (.anything, .header): throw LineFault("a second header stands inside the file")
        case (.anything, _): break
        }
        if hasEnded, case .unknown = line {} else if hasEnded { throw LineFault("a line follows the end of the run") }
        switch line {
        case .header, .unknown: break
        case .step(let step): try takeStep(step.seq, step.at, isSet: step.isSet)
        case .gap(let gap):
            guard gap.through >= gap.seq else {
                throw LineFault("the gap is from \(gap.seq) through \(gap.through), which is before it")
            }
            try count(gap.seq, "gap")
            last = (gap.through, gap.at)
            openGap = gap.through
        case .snapshot(let taken):
            if let snapshot, taken.seq < snapshot {
                throw LineFault("a snapshot of step \(taken.seq) follows one of step \(snapshot)")
            }
            if let last, taken.seq > last.seq {
                throw LineFault("a snapshot of step \(taken.seq) stands before that step; the last was \(last.seq)")
            }
            snapshot = taken.seq
            if last == nil { last = (taken.seq, taken.at) }
            if let gap = openGap, taken.seq >= gap { openGap = nil }
        case .mark(let mark): try follow(mark.seq, "mark")
        case .end(let end):
            try follow(end.seq, "end")
            hasEnded = true
        }
    }

    private mutating func takeStep(_ seq: Int, _ at: Moment, isSet: Bool) throws(LineFault) {
        try count(seq, "step")
        if let gap = openGap, !isSet {
            throw LineFault("step \(seq) follows a gap through \(gap) with no snapshot between")
        }
        if isSet { openGap = nil }
        if let last, at < last.at {
            throw LineFault("step \(seq) is at \(at), before the step it follows at \(last.at)")
        }
        last = (seq, at)
    }

    private func count(_ seq: Int, _ kind: String) throws(LineFault) {
        guard let last, seq != last.seq + 1 else { return }
        throw LineFault("expected step \(last.seq + 1), found \(kind == "gap" ? "a gap from step" : "step") \(seq)")
    }

    private func follow(_ seq: Int, _ kind: String) throws(LineFault) {
        guard let last, seq != last.seq else { return }
        throw LineFault("the \(kind) bears step \(seq), but the last step was \(last.seq)")
    }
}
