/// Where the state was good and where it was bad, by the verdicts on states that were judged in order.
package struct BisectCourse: Equatable, Sendable {
    /// The positions whose state was bad.
    package private(set) var bad: [ClosedRange<Int>] = []
    /// The positions whose state could not be judged.
    package private(set) var unknown: [ClosedRange<Int>] = []
    /// How many positions there were.
    private(set) var count = 0

    /// The verdict on the state at a position.
    func verdict(at seq: Int) -> Verdict {
        if bad.contains(where: { $0.contains(seq) }) { return .bad }
        return unknown.contains { $0.contains(seq) } ? .cannotTell : .good
    }

    /// Takes the verdict on the next positions.
    mutating func take(_ verdict: Verdict, _ positions: ClosedRange<Int>) {
        count += positions.count
        switch verdict {
        case .good: break
        case .bad: Self.append(positions, to: &bad)
        case .cannotTell: Self.append(positions, to: &unknown)
        }
    }

    private static func append(_ positions: ClosedRange<Int>, to spans: inout [ClosedRange<Int>]) {
        if let last = spans.last, last.upperBound == positions.lowerBound - 1 {
            spans[spans.count - 1] = last.lowerBound...positions.upperBound
        } else {
            spans.append(positions)
        }
    }
}
