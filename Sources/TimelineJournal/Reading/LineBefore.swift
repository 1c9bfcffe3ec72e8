/// The last step before a place in a journal: what the lines from there on are held against.
struct LineBefore: Equatable {
    let seq: Int
    let at: Moment
    /// Where it is a gap that no snapshot has closed, its last step.
    var openGap: Int?
}

extension LineBefore {
    /// What `line` is to those that follow it; nil where it counts no step.
    init?(_ line: Line) {
        switch line {
        case .step(let step): self.init(seq: step.seq, at: step.at)
        case .gap(let gap): self.init(seq: gap.through, at: gap.at, openGap: gap.through)
        default: return nil
        }
    }
}
