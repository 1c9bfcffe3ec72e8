package import TimelineKit

package protocol StatePredicate<State> {
    associatedtype State

    func verdict(on state: State) throws -> Verdict

    /// Judging is fast and has no side effects, so every state of a range may be judged. By default, it is.
    var isCheap: Bool { get }

    var unseenPaths: [String] { get }

    /// The states are equal in all that the predicate reads. By default, it judges them alike.
    func readsSame(_ one: State, _ other: State) -> Bool
}

extension StatePredicate {
    package var isCheap: Bool { true }

    package var unseenPaths: [String] { [] }

    package func readsSame(_ one: State, _ other: State) -> Bool {
        guard let verdict = try? verdict(on: one), verdict != .cannotTell else { return false }
        return (try? self.verdict(on: other)) == verdict
    }

    package func verdict(on state: State, after seq: Int) throws -> Verdict {
        do { return try verdict(on: state) } catch var error as ContradictionError {
            error.seq = seq
            throw error
        }
    }
}

package struct InvariantPredicate<State>: StatePredicate {
    private let invariant: Invariant<State>

    package init(_ invariant: Invariant<State>) { self.invariant = invariant }

    package func verdict(on state: State) -> Verdict { invariant.holds(state) ? .good : .bad }
}
