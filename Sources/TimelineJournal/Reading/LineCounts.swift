/// Counts lines, to compare with the counts that the end of the run has. Pure.
///
/// They alone show that a snapshot was removed: no line after it refers to it.
package struct LineCounts {
    package private(set) var actions = 0
    package private(set) var snapshots = 0
    /// The number of steps that are not in the file, in gaps and before the first snapshot. Each may be an action.
    private var unseenSteps = 0
    /// The last snapshot.
    private var snapshot: Int?
    /// The number of snapshots of the same step as the one before them. A segment may begin with the one that ended the
    /// segment before it, and a tool that cut a file in two may not have counted it.
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

    /// How the counts of the end differ from what is on file; nil if they agree.
    ///
    /// They may be higher if the start of the run was dropped, or steps were not recorded.
    package func mismatch(with end: End) -> String? {
        guard (actions...actions + unseenSteps).contains(end.actions) else {
            return mismatch(end.actions, "action", found: actions, unseen: unseenSteps)
        }
        guard end.snapshots >= snapshots - repeats, !hasStart || end.snapshots <= snapshots else {
            return mismatch(end.snapshots, "snapshot", found: snapshots, unseen: 0)
        }
        return nil
    }

    private func mismatch(_ stated: Int, _ what: String, found: Int, unseen: Int) -> String {
        let counted = stated == 1 ? "1 \(what)" : "\(stated) \(what)s"
        let steps = unseen == 1 ? ", and 1 step is not" : unseen > 1 ? ", and \(unseen) steps are not" : ""
        return "the end counts \(counted), but \(found) \(found == 1 ? "is" : "are") on file\(steps)"
    }
}
