/// How a predicate judges a state.
package enum Verdict: Sendable, Equatable {
    case good
    case bad
    case cannotTell
}

/// The verdicts on states that were judged in order, as ranges of positions.
package struct Verdicts: Equatable, Sendable {
    /// The positions whose state was bad.
    package private(set) var bad: [ClosedRange<Int>] = []
    /// The positions whose state could not be judged.
    package private(set) var unknown: [ClosedRange<Int>] = []
    /// The number of positions.
    private(set) var count = 0

    subscript(seq: Int) -> Verdict {
        if bad.contains(where: { $0.contains(seq) }) { return .bad }
        return unknown.contains { $0.contains(seq) } ? .cannotTell : .good
    }

    /// Appends the verdict on the next positions.
    mutating func append(_ verdict: Verdict, _ positions: ClosedRange<Int>) {
        count += positions.count
        switch verdict {
        case .good: break
        case .bad: Self.append(positions, to: &bad)
        case .cannotTell: Self.append(positions, to: &unknown)
        }
    }

    private static func append(_ positions: ClosedRange<Int>, to ranges: inout [ClosedRange<Int>]) {
        if let last = ranges.last, last.upperBound == positions.lowerBound - 1 {
            ranges[ranges.count - 1] = last.lowerBound...positions.upperBound
        } else {
            ranges.append(positions)
        }
    }
}
