package import TimelineKit

package enum Verdict: String, Codable, Sendable {
    case good
    case bad
    case cannotTell
}

package protocol StatePredicate<State> {
    associatedtype State

    /// - Parameter change: What led to the state, where `readsChanges`; nil if that is unknown, or no action.
    func verdict(on state: State, from change: StateChange<State>?) throws -> Verdict

    /// It judges how states change, and not states.
    var readsChanges: Bool { get }

    /// Of earlier states, what it waits for: empty where another run is judged. By default, nothing.
    var requests: [StateRequest] { get nonmutating set }

    /// Judging is fast and has no side effects, so every state of a range may be judged. By default, it is.
    var isCheap: Bool { get }
    var unseenPaths: [String] { get }

    /// The states are equal in all that the predicate reads. By default, it judges them alike.
    func readsSame(_ one: State, _ other: State) -> Bool
}

extension StatePredicate {
    package var isCheap: Bool { true }
    package var unseenPaths: [String] { [] }
    package var readsChanges: Bool { false }
    package var requests: [StateRequest] {
        get { [] }
        nonmutating set {}
    }

    package func verdict(on state: State) throws -> Verdict { try verdict(on: state, from: nil) }

    package func readsSame(_ one: State, _ other: State) -> Bool {
        guard !readsChanges, let verdict = try? verdict(on: one), verdict != .cannotTell else { return false }
        return (try? self.verdict(on: other)) == verdict
    }

    package func verdict(on state: State, after seq: Int, from change: StateChange<State>? = nil) throws -> Verdict {
        do { return try verdict(on: state, from: change) } catch var error as ContradictionError {
            error.seq = seq
            throw error
        }
    }
}

/// Made by a step, and not answered yet.
package struct StateRequest {
    let seq: Int
    let at: Moment
}

package struct InvariantPredicate<State>: StatePredicate {
    private let invariant: Invariant<State>

    package init(_ invariant: Invariant<State>) { self.invariant = invariant }

    package func verdict(on state: State, from _: StateChange<State>?) -> Verdict {
        invariant.holds(state) ? .good : .bad
    }
}
