package enum LineOutline: Equatable, Sendable {
    package enum StepKind: Sendable { case action, opaque, set }

    case header(segment: Int)
    case step(seq: Int, at: Moment, StepKind)
    case snapshot(seq: Int, at: Moment)
    case generated(seq: Int, at: Moment)
    case mark(Mark)
    case gap(Gap)
    case end(End)
    case site(seq: Int, at: Moment)
    case canceled(Cancellation)
    case unknown(keys: [String])
}

extension Line {
    package var outline: LineOutline {
        switch self {
        case .header(let header): .header(segment: header.segment)
        case .step(let step):
            switch step.change {
            case .action: .step(seq: step.seq, at: step.at, .action)
            case .opaque: .step(seq: step.seq, at: step.at, .opaque)
            case .set: .step(seq: step.seq, at: step.at, .set)
            }
        case .snapshot(let snapshot): .snapshot(seq: snapshot.seq, at: snapshot.at)
        case .generated(let generated): .generated(seq: generated.seq, at: generated.at)
        case .mark(let mark): .mark(mark)
        case .gap(let gap): .gap(gap)
        case .end(let end): .end(end)
        case .site(let site): .site(seq: site.seq, at: site.at)
        case .canceled(let canceled): .canceled(canceled)
        case .unknown(let keys): .unknown(keys: keys)
        }
    }
}
