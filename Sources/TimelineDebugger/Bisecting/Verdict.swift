/// How a predicate judges a state.
package enum Verdict: Sendable, Equatable {
    case good
    case bad
    case cannotTell
}

/// The verdicts on states that were judged in order.
package struct Verdicts: Equatable, Sendable {
    /// The positions whose state was bad.
    package private(set) var bad = RangeSet<Int>()
    /// The positions whose state could not be judged.
    package private(set) var unknown = RangeSet<Int>()
    /// The number of positions.
    private(set) var count = 0

    subscript(seq: Int) -> Verdict {
        bad.contains(seq) ? .bad : unknown.contains(seq) ? .cannotTell : .good
    }

    /// Appends the verdict on the next positions.
    mutating func append(_ verdict: Verdict, _ positions: ClosedRange<Int>) {
        count += positions.count
        switch verdict {
        case .good: break
        case .bad: bad.insert(contentsOf: Range(positions))
        case .cannotTell: unknown.insert(contentsOf: Range(positions))
        }
    }
}
