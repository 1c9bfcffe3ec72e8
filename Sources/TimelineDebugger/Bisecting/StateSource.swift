package import TimelineJSON
package import TimelineJournal
package import TimelineQuerying

package protocol StateSource<State> {
    associatedtype State

    var journal: any ReplayableJournal { get }

    /// The steps that a fresh replay has skipped so far: it could not reduce them, and continued from the next recorded state.
    /// Nil if the replay is not fresh.
    var skipped: RangeSet<Int>? { get }

    mutating func state(at seq: Int) throws -> State?

    /// Returns a range that contains `seq` and in which no state can be known, so that a bisection skips it as a whole. All
    /// states in it are unknown for the same reason as the state at `seq`.
    mutating func unknownStates(around seq: Int) throws -> ClosedRange<Int>

    mutating func walk(
        _ range: ClosedRange<Int>, _ visit: (_ position: Int, _ state: State) throws -> Bool,
        unknown skip: (_ positions: ClosedRange<Int>) throws -> Bool) throws

    /// Determines what shows that the states in `range` are those of the recorded run.
    ///
    /// Replays from the last recorded state at or before the start of the range to the first snapshot at or after its end, and
    /// compares the replayed states with the recorded ones. A fresh replay is not compared.
    mutating func evidence(for range: ClosedRange<Int>) throws -> BisectAnswer.Evidence

    /// Determines the same for a range of which every state was visited.
    mutating func evidence(afterWalking range: ClosedRange<Int>) throws -> BisectAnswer.Evidence

    func json(of state: State) throws -> JSON
}

/// A replayed state that a bisection relies on differs from the recorded one. The bisection then names no step.
package struct BisectDivergence: Error, Equatable, Sendable {
    package let seq: Int
    /// The last position where both agreed, or where replay began: at least one step after it, up to `seq`, gave a
    /// different state than when it was recorded.
    package let agreedUpTo: Int
    package let recorded: JSON
    package let replayed: JSON
    /// The paths whose values change when the replayed state is encoded and decoded, which may be the whole difference.
    package let unstablePaths: [String]

    package var difference: JSONPatch { .difference(from: recorded, to: replayed, legible: true) }
}
