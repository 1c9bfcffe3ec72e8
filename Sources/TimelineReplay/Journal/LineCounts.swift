package import TimelineKit

/// Only these counts show that a snapshot was removed, since no later line refers to it.
package struct LineCounts {
    package private(set) var actions = 0
    package private(set) var snapshots = 0
    /// Steps that are missing from the timeline, in gaps and before the first snapshot. Each may be an action.
    private var unseenSteps = 0
    private var snapshot: Int?
    /// A segment may begin with the snapshot that ended the one before it, and a tool that cut a file may not have counted it.
    private var repeats = 0
    private var hasStart = true

    package init() {}

    package static let remedy = "if the file was edited on purpose, correct the count or remove this line"

    package mutating func add(_ line: LineOutline) {
        switch line.kind {
        case .header: if snapshot == nil { hasStart = line.seq == 1 }
        case .action, .opaque: actions += 1
        case .gap: unseenSteps += line.through - line.seq + 1
        case .snapshot:
            if snapshot == nil, line.seq > 0 {
                hasStart = false
                unseenSteps += line.seq
            }
            snapshots += 1
            if line.seq == snapshot { repeats += 1 }
            snapshot = line.seq
        default: break
        }
    }

    /// Nil if they agree. The counts may be higher if the start of the run was dropped, or steps were not recorded.
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
        let steps = unseen == 1 ? ", and 1 step is missing" : unseen > 1 ? ", and \(unseen) steps are missing" : ""
        return "the end line counts \(stated) \(what)\(stated == 1 ? "" : "s"), but the timeline has \(found)\(steps)"
    }
}
