internal import TimelineJournal

/// Which lines of a journal a bundle keeps: the steps, marks and gaps after its first state, and the states that are
/// needed because a step could not be recorded. Pure: lines go in, in the order of the file.
struct BundleFilter {
    /// After a gap, or an action that was not encoded, only a state recorded at this step or later tells how things
    /// stood. A snapshot may come late, so one that is met before may be an earlier one.
    private var unknownUpTo: Int?

    /// The line belongs into each bundle whose first position is below this; nil: into none.
    mutating func keepsBelow(_ line: Line) -> Int? {
        switch line {
        case .step(let step):
            if step.isOpaque { unknownUpTo = step.seq } else if step.isSet { unknownUpTo = nil }
            return step.seq
        case .gap(let gap):
            unknownUpTo = gap.through
            return gap.through
        case .mark(let mark): return mark.seq + 1
        case .snapshot(let snapshot):
            guard let unknown = unknownUpTo, snapshot.seq >= unknown else { return nil }
            unknownUpTo = nil
            return unknown
        default: return nil
        }
    }
}
