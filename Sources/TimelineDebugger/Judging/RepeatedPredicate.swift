package struct RepeatedPredicate<State>: StatePredicate {
    private let predicate: any StatePredicate<State>
    private let count: Int

    package init(_ predicate: any StatePredicate<State>, count: Int) {
        precondition(count > 0, "a state is judged \(count) times")
        (self.predicate, self.count) = (predicate, count)
    }

    package func verdict(on state: State, from change: StateChange<State>?) throws -> Verdict {
        let first = try predicate.verdict(on: state, from: change)
        for attempt in 1..<max(1, count) {
            let verdict = try predicate.verdict(on: state, from: change)
            guard verdict == first else {
                throw ContradictionError(first: first, other: verdict, attempts: attempt + 1)
            }
        }
        return first
    }

    package var isCheap: Bool { predicate.isCheap }
    package var readsChanges: Bool { predicate.readsChanges }
    package var unseenPaths: [String] { predicate.unseenPaths }

    package var requests: [StateRequest] {
        get { predicate.requests }
        nonmutating set { predicate.requests = newValue }
    }
}

package struct ContradictionError: Error, Codable, Equatable, Sendable {
    package let first: Verdict
    package let other: Verdict
    package let attempts: Int
    package var seq: Int?
}
