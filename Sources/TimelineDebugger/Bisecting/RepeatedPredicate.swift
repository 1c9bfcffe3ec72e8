/// Judges each state several times, and throws `ContradictionError` if the verdicts differ.
package struct RepeatedPredicate<State>: StatePredicate {
    private let predicate: any StatePredicate<State>
    private let count: Int

    /// - Parameter count: The number of times, from 1.
    package init(_ predicate: any StatePredicate<State>, count: Int) {
        precondition(count > 0, "a state is judged \(count) times")
        self.predicate = predicate
        self.count = count
    }

    package func verdict(on state: State) throws -> Verdict {
        let first = try predicate.verdict(on: state)
        for attempt in 1..<max(1, count) {
            let verdict = try predicate.verdict(on: state)
            guard verdict == first else {
                throw ContradictionError(first: first, other: verdict, attempts: attempt + 1)
            }
        }
        return first
    }

    package var isCheap: Bool { predicate.isCheap }

    package var unseenPaths: [String] { predicate.unseenPaths }
}

/// A predicate gave different verdicts on one state.
package struct ContradictionError: Error, Equatable, Sendable {
    package let first: Verdict
    package let other: Verdict
    /// The number of times that the state was judged.
    package let attempts: Int
    /// The step that the state follows; nil if the predicate was called without one.
    package private(set) var seq: Int?

    package init(first: Verdict, other: Verdict, attempts: Int, seq: Int? = nil) {
        self.first = first
        self.other = other
        self.attempts = attempts
        self.seq = seq
    }

    /// The same, on the state after step `seq`.
    package func at(_ seq: Int) -> ContradictionError {
        ContradictionError(first: first, other: other, attempts: attempts, seq: seq)
    }
}
