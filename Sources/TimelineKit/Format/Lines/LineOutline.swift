/// What the order and the counts of lines depend on.
package struct LineOutline: Equatable, Sendable {
    package enum Kind: Sendable {
        case header, action, opaque, set, snapshot, generated, mark, gap, end, site, canceled, unknown
    }

    package let kind: Kind
    /// Of a header, the number of its segment.
    package let seq: Int
    package let at: Moment
    /// The last step of a gap; of other lines, `seq`.
    package let through: Int

    package init(_ kind: Kind, _ seq: Int = 0, _ at: Moment = .zero, through: Int? = nil) {
        (self.kind, self.seq, self.at, self.through) = (kind, seq, at, through ?? seq)
    }

    package var isStep: Bool {
        switch kind {
        case .action, .opaque, .set, .gap: true
        case .header, .snapshot, .generated, .mark, .end, .site, .canceled, .unknown: false
        }
    }
}

extension Line {
    package var outline: LineOutline {
        switch self {
        case .header(let header): LineOutline(.header, header.segment)
        case .step(let step):
            switch step.change {
            case .action: LineOutline(.action, step.seq, step.at)
            case .opaque: LineOutline(.opaque, step.seq, step.at)
            case .set: LineOutline(.set, step.seq, step.at)
            }
        case .snapshot(let snapshot): LineOutline(.snapshot, snapshot.seq, snapshot.at)
        case .generated(let generated): LineOutline(.generated, generated.seq, generated.at)
        case .mark(let mark): LineOutline(.mark, mark.seq, mark.at)
        case .gap(let gap): LineOutline(.gap, gap.seq, gap.at, through: gap.through)
        case .end(let end): LineOutline(.end, end.seq, end.at)
        case .site(let site): LineOutline(.site, site.seq, site.at)
        case .canceled(let canceled): LineOutline(.canceled, canceled.seq, canceled.at)
        case .unknown: LineOutline(.unknown)
        }
    }
}
