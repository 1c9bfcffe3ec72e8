internal import TimelineKit
internal import TimelineReplay

struct PageRow {
    enum Kind: Int { case action, opaque, set, gap }

    let seq: Int
    /// The last step of a gap; the same as `seq` for other rows.
    let through: Int
    let at: Moment
    let kind: Kind
    let type: String
    let from: String?
    let cause: Int?
    /// The action, or the description of one that was not encoded.
    let action: JSONText?
    /// What its reducer got that it did not compute, in order.
    var generated: [GeneratedValue] = []
    /// The steps whose work was canceled after it.
    var canceled: [Int] = []
    /// How long its reducer ran, where that is on file.
    var took: Moment?
    var site: String?

    init(_ step: Step, _ sites: SiteText? = nil) {
        site = sites?.page(step)
        (seq, through, at) = (step.seq, step.seq, step.at)
        (from, cause) = (step.from, step.cause)
        switch step.change {
        case .action(let text):
            // The page reads compact text, without spaces between its tokens.
            let isCompact = text.withBytes { $0.allSatisfy { $0 > 0x20 } }
            (kind, type, action) = (.action, text.actionType, isCompact ? text : JSONText(text.value))
        case .opaque(let text): (kind, type, action) = (.opaque, text, JSONText(.string(text)))
        case .set(_, let by): (kind, type, action) = (.set, by, nil)
        }
    }

    init(_ gap: Gap, last: Int) {
        (seq, through, at, kind, type) = (gap.seq, min(gap.through, last), gap.at, .gap, gap.why)
        (from, cause, action) = (nil, nil, nil)
    }
}
