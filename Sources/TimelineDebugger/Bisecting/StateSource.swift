package import TimelineJSON
package import TimelineJournal
package import TimelineQuerying

package protocol StateSource<State> {
    associatedtype State: Encodable

    var journal: any ReplayableJournal { get }

    /// The steps that a fresh replay could not reduce so far; nil if the replay is not fresh.
    var skipped: RangeSet<Int>? { get }

    mutating func state(at seq: Int) throws -> State?

    /// A range around `seq` whose states are unknown for the same reason.
    mutating func unknownStates(around seq: Int) throws -> ClosedRange<Int>

    mutating func walk(
        _ range: ClosedRange<Int>, _ visit: (_ position: Int, _ state: State) throws -> Bool,
        unknown skip: (_ positions: ClosedRange<Int>) throws -> Bool) throws

    /// Replays from the last recorded state at or before the range to the first snapshot at or after its end, and compares.
    mutating func evidence(for range: ClosedRange<Int>) throws -> BisectAnswer.Evidence

    mutating func evidence(afterWalking range: ClosedRange<Int>) throws -> BisectAnswer.Evidence

    func json(of state: State, at seq: Int) throws -> JSON

    /// Where replay and recording differ only in what the predicate does not read, they do not disagree.
    mutating func compare(by predicate: any StatePredicate<State>)
}

/// A replayed state differs from the recorded one, so that no step can be named.
package struct BisectDivergence: Error, Equatable, Sendable {
    package let seq: Int
    /// The last position where both agreed, or where replay began.
    package let agreedUpTo: Int
    package let recorded: JSON
    package let replayed: JSON
    /// Their values change when the replayed state is encoded and decoded, which may be the whole difference.
    package let unstablePaths: [String]
    /// `==` of the program calls the states equal.
    package var isIgnoredByEquality = false
    package var codingLoss: Disagreement?

    package var difference: JSONPatch { JSONDifference(from: recorded, to: replayed).patch }
}
