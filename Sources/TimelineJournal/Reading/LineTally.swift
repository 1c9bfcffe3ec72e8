/// Counts what is on file, to be held against what the end of the run says. Pure: lines in, a verdict out.
///
/// A line that somebody took out leaves no other trace where no step counts on from it, as with a snapshot.
package struct LineTally {
    package private(set) var actions = 0
    package private(set) var snapshots = 0
    /// Steps that were, and are not on file: those of gaps, and those before the first snapshot. Each may be an action.
    private var unseenSteps = 0
    /// The last snapshot.
    private var snapshot: Int?
    /// Snapshots that say again what the one before them said. A segment may begin with that which ended the one before
    /// it, and whoever cut a file in two need not have counted it.
    private var repeats = 0
    /// Whether the file begins with the run.
    private var hasStart = true

    package init() {}

    /// What to do about counts that are wrong.
    static let remedy = "correct the count, or take out this line, if the file was edited on purpose"

    package mutating func take(_ line: Line) {
        switch line {
        case .header(let header): if snapshot == nil { hasStart = header.segment == 1 }
        case .step(let step): if !step.isSet { actions += 1 }
        case .gap(let gap): unseenSteps += gap.through - gap.seq + 1
        case .snapshot(let taken):
            if snapshot == nil, taken.seq > 0 {
                hasStart = false
                unseenSteps += taken.seq
            }
            snapshots += 1
            if taken.seq == snapshot { repeats += 1 }
            snapshot = taken.seq
        case .mark, .end, .unknown: break
        }
    }

    /// What speaks against the counts of the end, where something does.
    ///
    /// Where the start of the run was dropped, or steps were not recorded, what was there is not known: the counts may
    /// be higher then.
    package func fault(of end: End) -> String? {
        guard (actions...actions + unseenSteps).contains(end.actions) else {
            return fault(end.actions, "action", found: actions, unseen: unseenSteps)
        }
        guard end.snapshots >= snapshots - repeats, !hasStart || end.snapshots <= snapshots else {
            return fault(end.snapshots, "snapshot", found: snapshots, unseen: 0)
        }
        return nil
    }

    private func fault(_ told: Int, _ what: String, found: Int, unseen: Int) -> String {
        let counted = told == 1 ? "1 \(what)" : "\(told) \(what)s"
        let steps = unseen == 1 ? ", and 1 step is not" : unseen > 1 ? ", and \(unseen) steps are not" : ""
        return "the end counts \(counted), but \(found) \(found == 1 ? "is" : "are") on file\(steps)"
    }
}
