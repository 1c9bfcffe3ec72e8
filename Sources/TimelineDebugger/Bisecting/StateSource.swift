package import TimelineKit
package import TimelineReplay

package protocol StateSource<State> {
    associatedtype State: Encodable

    var journal: Journal { get }

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

    /// - Parameter first: Changes of later steps are told.
    func changes(after first: Int) -> StateChanges<State>

    /// Where replay and recording differ only in what the predicate does not read, they do not disagree.
    mutating func compare(by predicate: any StatePredicate<State>)
}

extension StateSource {
    /// Nil if the state is unknown.
    package mutating func json(at seq: Int) throws -> JSON? { try state(at: seq).map { try json(of: $0, at: seq) } }

    /// Where a walk begins that reaches `seq`: at a recorded state, which a fresh replay uses only where it has no other.
    mutating func start(atOrBefore seq: Int) throws -> Int {
        if skipped != nil, try state(at: seq) != nil { return seq }
        return try journal.checkpoint(atOrBefore: seq)?.seq ?? journal.first
    }
}
