package import TimelineJSON
package import TimelineJournal

/// Where a bisection gets the states of a timeline from.
package protocol StateSource<State> {
    associatedtype State

    var journal: any ReplayableJournal { get }

    /// The steps that a fresh replay could not reduce, after which it went on from a recorded state, as far as it came by
    /// them; nil where replay is not fresh.
    var skipped: RangeSet<Int>? { get }

    /// The state after step `seq`; nil where it cannot be known.
    mutating func state(at seq: Int) throws -> State?

    /// The positions around `seq`, whose state cannot be known, that cannot be known for the same reason.
    mutating func unknownStates(around seq: Int) throws -> ClosedRange<Int>

    /// Visits the state after each step of `range` in order, until `visit` returns false. The first can be known. Where states
    /// cannot be known, `visit` gets their positions and nil.
    ///
    /// - Throws: `BisectDivergence` where a recorded state disagrees, before `visit` gets that position.
    mutating func walk(
        _ range: ClosedRange<Int>, _ visit: (_ positions: ClosedRange<Int>, _ state: State?) throws -> Bool) throws

    /// Compares the states of `range` with the recording: replays from the state at or before its first position that is on
    /// file, through its last position, to the next snapshot.
    ///
    /// A fresh replay compares nothing.
    ///
    /// - Throws: `BisectDivergence` where they disagree.
    mutating func evidence(for range: ClosedRange<Int>) throws -> BisectEvidence

    func json(of state: State) throws -> JSON
}
