package import TimelineKit

/// Judges whether a state is good or bad.
package protocol StatePredicate<State> {
    associatedtype State

    /// - Throws: Where the predicate itself fails, which ends the search.
    func verdict(on state: State) throws -> Verdict

    /// Whether judging is fast and has no side effects, so that many states may be judged.
    var isCheap: Bool { get }

    /// The paths of the predicate that selected nothing in any state judged so far.
    var unseenPaths: [String] { get }
}

extension StatePredicate {
    package var unseenPaths: [String] { [] }
}

/// A state is bad where it breaks an invariant.
package struct InvariantPredicate<State>: StatePredicate {
    private let invariant: Invariant<State>

    package init(_ invariant: Invariant<State>) { self.invariant = invariant }

    package func verdict(on state: State) -> Verdict { invariant.holds(state) ? .good : .bad }

    package var isCheap: Bool { true }
}
