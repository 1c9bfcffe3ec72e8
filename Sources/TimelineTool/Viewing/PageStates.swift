internal import TimelineDebugger
internal import TimelineJournal
internal import TimelineKit

/// Replayed states, and recorded states from the first difference on.
struct PageStates<P: Program> {
    private let program: P
    private let journal: any ReplayableJournal
    private var states: ReplayedStates<P>
    private var confirmedBefore = 0
    private(set) var divergence: BisectDivergence?
    private(set) var stop: (seq: Int, error: ReplayError)?

    init(_ program: P, _ journal: any ReplayableJournal) {
        (self.program, self.journal) = (program, journal)
        states = Self.replay(program, journal)
    }

    private static func replay(_ program: P, _ journal: any ReplayableJournal) -> ReplayedStates<P> {
        ReplayedStates(TrapReport.watched(Replayer(program, journal)))
    }

    var confirmed: Int { confirmedBefore + states.counts.confirmed }

    mutating func state(at seq: Int) throws -> P.State? { try states.state(at: seq) }

    mutating func walk(
        _ range: ClosedRange<Int>, _ visit: (_ seq: Int, _ state: P.State) throws -> Void,
        unknown skip: (_ positions: ClosedRange<Int>) throws -> Void, onDivergence: (_ seq: Int) throws -> Void
    ) throws {
        var next = range.lowerBound
        var failed: Int?
        if try states.state(at: next) == nil {
            let unknown = try states.unknownStates(around: next)
            try skip(next...min(unknown.upperBound, range.upperBound))
            next = unknown.upperBound + 1
        }
        while next <= range.upperBound {
            do {
                try states.walk(next...range.upperBound) { seq, state in
                    try visit(seq, state)
                    next = seq + 1
                    return true
                } unknown: { positions in
                    try skip(positions)
                    next = positions.upperBound + 1
                    return true
                }
                return
            } catch let found as BisectDivergence {
                if divergence == nil { divergence = found }
                // A new replay begins at the recorded state.
                confirmedBefore += states.counts.confirmed
                states = Self.replay(program, journal)
                next = found.seq
                try onDivergence(found.seq)
            } catch let error as ReplayError where [.coding, .generated].contains(error.code) {
                if stop == nil { stop = (next, error) }
                // The recorded state of this position may be what cannot be decoded.
                let following =
                    try journal.checkpoint(after: failed == next ? next : next - 1)?.seq ?? range.upperBound + 1
                failed = next
                if following > next { try skip(next...min(following - 1, range.upperBound)) }
                guard following <= range.upperBound else { return }
                confirmedBefore += states.counts.confirmed
                states = Self.replay(program, journal)
                next = following
                try onDivergence(following)
            }
        }
    }
}
