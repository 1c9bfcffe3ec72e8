/// Checks each line against those before it. The header comes first and a snapshot second. Steps count by one, and time never
/// decreases. After a gap, a snapshot comes before the next step that can be replayed. After damage, numbers may skip.
package struct LineOrder {
    package struct PrecedingStep: Equatable, Sendable {
        package let seq: Int
        package let at: Moment
        package var openGap: Int?

        package init(seq: Int, at: Moment, openGap: Int? = nil) {
            (self.seq, self.at, self.openGap) = (seq, at, openGap)
        }
    }

    private enum Expected {
        case header
        case firstSnapshot
        case anything
    }

    private var expected: Expected
    private var last: (seq: Int, at: Moment)?
    /// Damage may have taken steps since `last`.
    private var mayHaveLost: Bool
    private var snapshot: Int?
    /// The last step of a gap that no snapshot has closed.
    package private(set) var openGap: Int?
    package private(set) var hasEnded = false
    private let missing: MissingSegments?

    package init() { self.init(after: nil) }

    /// Unless it is the first, its first snapshot does not show when the step before it was, if `last` is unknown.
    package init(after last: PrecedingStep?, missing: MissingSegments? = nil, isFirst: Bool = true) {
        expected = .header
        self.last = last.map { ($0.seq, $0.at) }
        mayHaveLost = !isFirst && last == nil
        self.missing = missing
    }

    /// The order from the middle of a file; any line may follow an unknown step.
    package init(resumingAfter last: PrecedingStep?) {
        expected = .anything
        self.last = last.map { ($0.seq, $0.at) }
        mayHaveLost = last == nil
        openGap = last?.openGap
        missing = nil
    }

    /// Continues after damage, which may have taken any number of steps.
    package mutating func resume() {
        if let seq = last?.seq { last = (seq, .zero) }
        mayHaveLost = true
        openGap = nil
        if case .header = expected {} else { expected = .anything }
    }

    package mutating func check(_ line: LineOutline) throws(LineError) {
        let (seq, at) = (line.seq, line.at)
        switch (expected, line.kind) {
        case (.header, .header): expected = .firstSnapshot
        case (.header, _): throw LineError("expected the header of a timeline, found another line")
        case (.firstSnapshot, .snapshot):
            if let missing, let last {
                throw LineError("before this segment, \(missing.description(after: last.seq, upTo: seq))")
            }
            if let last, seq != last.seq {
                throw LineError(
                    "the segment begins after step \(seq), but the one before it ends with step \(last.seq)")
            }
            expected = .anything
        case (.firstSnapshot, _): throw LineError("expected a snapshot after the header, found another line")
        case (.anything, .header): throw LineError("a second header is inside the file")
        case (.anything, _): break
        }
        if hasEnded, line.kind != .unknown { throw LineError("a line follows the end of the run") }
        switch line.kind {
        case .header, .unknown: break
        case .action, .opaque, .set:
            try count(seq, at, "step")
            if let gap = openGap, line.kind == .action {
                throw LineError("step \(seq) follows a gap through \(gap) with no snapshot between")
            }
            if line.kind == .set { openGap = nil }
            reach(seq, at)
        case .gap:
            guard line.through >= seq else {
                throw LineError("the gap is from \(seq) through \(line.through), which is before it")
            }
            try count(seq, at, "gap")
            reach(line.through, at)
            openGap = line.through
        case .snapshot:
            if let snapshot, seq < snapshot {
                throw LineError("a snapshot of step \(seq) follows one of step \(snapshot)")
            }
            if let last, seq > last.seq, !mayHaveLost {
                throw LineError("a snapshot of step \(seq) comes before that step; the last was \(last.seq)")
            }
            snapshot = seq
            // The order of times is that of steps: if steps are missing, the time of the one before the snapshot is unknown.
            if seq > last?.seq ?? -1 { last = (seq, mayHaveLost ? .zero : at) }
            if let gap = openGap, seq >= gap { openGap = nil }
        case .generated: try follow(seq, "generated value")
        case .mark: try follow(seq, "mark")
        case .site: try follow(seq, "site")
        case .canceled: try follow(seq, "cancellation")
        case .took: try follow(seq, "reducer's time")
        case .end:
            try follow(seq, "end")
            hasEnded = true
        }
    }

    private mutating func reach(_ seq: Int, _ at: Moment) {
        last = (seq, at)
        mayHaveLost = false
    }

    private func count(_ seq: Int, _ at: Moment, _ kind: String) throws(LineError) {
        guard let last else { return }
        guard seq == last.seq + 1 || mayHaveLost && seq > last.seq else {
            let found = kind == "gap" ? "a gap from step" : "step"
            throw LineError("expected step \(last.seq + 1)\(mayHaveLost ? " or later" : ""), found \(found) \(seq)")
        }
        guard at >= last.at else {
            throw LineError(
                "\(kind == "gap" ? "the gap from step" : "step") \(seq) is at \(at), before the step it follows at "
                    + "\(last.at)")
        }
    }

    private func follow(_ seq: Int, _ kind: String) throws(LineError) {
        guard let last, seq != last.seq, !(mayHaveLost && seq > last.seq) else { return }
        throw LineError("the \(kind) has step \(seq), but the last step was \(last.seq)")
    }
}

extension LineOrder.PrecedingStep {
    package init?(_ line: LineOutline?) {
        guard let line, line.isStep else { return nil }
        self.init(seq: line.through, at: line.at, openGap: line.kind == .gap ? line.through : nil)
    }
}
