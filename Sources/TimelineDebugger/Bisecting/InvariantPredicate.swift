package import TimelineKit

/// A state is bad where it breaks a rule.
package struct InvariantPredicate<State>: StatePredicate {
    private let invariant: Invariant<State>

    package init(_ invariant: Invariant<State>) { self.invariant = invariant }

    package func verdict(on state: State) -> Verdict { invariant.holds(state) ? .good : .bad }

    package var isCheap: Bool { true }
}
