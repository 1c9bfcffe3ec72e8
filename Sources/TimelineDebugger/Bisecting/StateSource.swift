package import TimelineJSON
package import TimelineJournal
package import TimelineQuerying

/// Provides a bisection with the states of a timeline.
package protocol StateSource<State> {
    associatedtype State

    var journal: any ReplayableJournal { get }

    /// The steps met so far that a fresh replay could not reduce, and after which it continued from a recorded state; nil
    /// where the replay is not fresh.
    var skipped: RangeSet<Int>? { get }

    /// The state after step `seq`; nil where it cannot be known.
    mutating func state(at seq: Int) throws -> State?

    /// The positions around `seq` whose states cannot be known for the same reason as the state at `seq`, so that a bisection
    /// skips them at once.
    mutating func unknownStates(around seq: Int) throws -> ClosedRange<Int>

    /// Visits the state after each step of `range` in order, until `visit` returns false. The first state must be known.
    /// Where states cannot be known, `visit` gets their positions and nil.
    ///
    /// - Throws: `BisectDivergence` where a recorded state disagrees, before `visit` gets that position.
    mutating func walk(
        _ range: ClosedRange<Int>, _ visit: (_ positions: ClosedRange<Int>, _ state: State?) throws -> Bool) throws

    /// Compares the states of `range` with the recording: replays from the recorded state at or before the range, through
    /// its last position, to the next snapshot. A fresh replay compares nothing.
    ///
    /// - Throws: `BisectDivergence` where they disagree.
    mutating func evidence(for range: ClosedRange<Int>) throws -> BisectAnswer.Evidence

    func json(of state: State) throws -> JSON
}

/// Replay and recording disagree where a bisection needs them to agree. No step is blamed for the difference.
package struct BisectDivergence: Error, Equatable, Sendable {
    /// The step after which the recorded state differs from the replayed one.
    package let seq: Int
    /// The last position where both agreed, or where replay began: at least one step after it, up to `seq`, gave a
    /// different state than when it was recorded.
    package let agreedUpTo: Int
    package let recorded: JSON
    package let replayed: JSON
    /// The paths whose values change when the replayed state is encoded and decoded, which may be the whole difference.
    package let unstablePaths: [String]

    /// The patch from the recorded state to the replayed one.
    package var difference: JSONPatch { .difference(from: recorded, to: replayed, legible: true) }
}
