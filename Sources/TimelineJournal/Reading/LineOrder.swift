/// Holds each line against those before it. Pure: tests drive it with literal lines.
///
/// The header comes first and a snapshot second; steps count on by one; time never runs backwards from step to step; a
/// snapshot, mark or end bears the number of a step that has been; after a gap a snapshot comes before the next step that
/// can be replayed. Lines that were lost to damage may have counted on, but never back.
package struct LineOrder {
    private enum Expected {
        case header
        case firstSnapshot
        case anything
    }

    private var expected: Expected
    /// The last step that is known.
    private var last: (seq: Int, at: Moment)?
    /// Whether steps may have been lost since `last`, to damage.
    private var mayHaveLost: Bool
    /// The last snapshot.
    private var snapshot: Int?
    /// The last step of a gap that no snapshot has closed yet.
    private var openGap: Int?
    private var hasEnded = false
    /// Segments that should stand before this one.
    private let missing: MissingSegments?

    /// Begins at the start of a file.
    ///
    /// - Parameters:
    ///   - last: The last step of the segment before this one, where there is one.
    ///   - missing: Segments that should stand between that one and this.
    ///   - isFirst: Whether no segment stands before it. Of a later one whose `last` is not known, the first snapshot does
    ///     not tell when that was.
    package init(after last: (seq: Int, at: Moment)? = nil, missing: MissingSegments? = nil, isFirst: Bool = true) {
        expected = .header
        self.last = last
        mayHaveLost = !isFirst && last == nil
        self.missing = missing
    }

    /// Begins in the middle.
    ///
    /// - Parameter before: What stands before that; where it is not known, anything may come.
    init(resuming before: LineBefore?) {
        expected = .anything
        last = before.map { ($0.seq, $0.at) }
        mayHaveLost = before == nil
        openGap = before?.openGap
        missing = nil
    }

    /// Goes on after damage: what was lost cannot be held against what follows.
    package mutating func resume() {
        if let seq = last?.seq { last = (seq, .zero) }
        mayHaveLost = true
        openGap = nil
        if case .header = expected {} else { expected = .anything }
    }

    package mutating func take(_ line: Line) throws(LineFault) {
        switch (expected, line) {
        case (.header, .header): expected = .firstSnapshot
        case (.header, _): throw LineFault("expected the header of a timeline, found another line")
        case (.firstSnapshot, .snapshot(let taken)):
            if let missing, let last {
                throw LineFault("before this segment, \(missing.description(after: last.seq, upTo: taken.seq))")
            }
            if let last, taken.seq != last.seq {
                throw LineFault(
                    "the segment begins after step \(taken.seq), but the one before it ends with step \(last.seq)")
            }
            expected = .anything
        case (.firstSnapshot, _): throw LineFault("expected a snapshot after the header, found another line")
        case (.anything, .header): throw LineFault("a second header stands inside the file")
        case (.anything, _): break
        }
        if hasEnded, case .unknown = line {} else if hasEnded { throw LineFault("a line follows the end of the run") }
        switch line {
        case .header, .unknown: break
        case .step(let step):
            try count(step.seq, step.at, "step")
            if let gap = openGap, case .action = step.change {
                throw LineFault("step \(step.seq) follows a gap through \(gap) with no snapshot between")
            }
            if step.isSet { openGap = nil }
            reach(step.seq, step.at)
        case .gap(let gap):
            guard gap.through >= gap.seq else {
                throw LineFault("the gap is from \(gap.seq) through \(gap.through), which is before it")
            }
            try count(gap.seq, gap.at, "gap")
            reach(gap.through, gap.at)
            openGap = gap.through
        case .snapshot(let taken):
            if let snapshot, taken.seq < snapshot {
                throw LineFault("a snapshot of step \(taken.seq) follows one of step \(snapshot)")
            }
            if let last, taken.seq > last.seq, !mayHaveLost {
                throw LineFault("a snapshot of step \(taken.seq) stands before that step; the last was \(last.seq)")
            }
            snapshot = taken.seq
            // Among steps the time counts, and that of the step it follows is not known where something is missing.
            if taken.seq > last?.seq ?? -1 { last = (taken.seq, mayHaveLost ? .zero : taken.at) }
            if let gap = openGap, taken.seq >= gap { openGap = nil }
        case .mark(let mark): try follow(mark.seq, "mark")
        case .end(let end):
            try follow(end.seq, "end")
            hasEnded = true
        }
    }

    private mutating func reach(_ seq: Int, _ at: Moment) {
        last = (seq, at)
        mayHaveLost = false
    }

    private func count(_ seq: Int, _ at: Moment, _ kind: String) throws(LineFault) {
        guard let last else { return }
        guard seq == last.seq + 1 || mayHaveLost && seq > last.seq else {
            let found = kind == "gap" ? "a gap from step" : "step"
            throw LineFault("expected step \(last.seq + 1)\(mayHaveLost ? " or later" : ""), found \(found) \(seq)")
        }
        guard at >= last.at else {
            throw LineFault(
                "\(kind == "gap" ? "the gap from step" : "step") \(seq) is at \(at), before the step it follows at "
                    + "\(last.at)")
        }
    }

    private func follow(_ seq: Int, _ kind: String) throws(LineFault) {
        guard let last, seq != last.seq, !(mayHaveLost && seq > last.seq) else { return }
        throw LineFault("the \(kind) bears step \(seq), but the last step was \(last.seq)")
    }
}
