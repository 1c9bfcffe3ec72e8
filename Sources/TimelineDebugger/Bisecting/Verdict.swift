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
    package private(set) var count = 0

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

extension StateSource {
    /// Judges the state after each step of a range, in order. The first of them must be known.
    ///
    /// - Parameter progress: Called every 1,024 steps with the last position that was judged.
    /// - Throws: `BisectDivergence` if a replayed state differs from the recorded one.
    package mutating func verdicts(
        _ range: ClosedRange<Int>, _ predicate: any StatePredicate<State>, progress: (_ seq: Int) -> Void = { _ in }
    ) throws -> Verdicts {
        var verdicts = Verdicts()
        try walk(range) { seq, state in
            verdicts.append(try predicate.verdict(on: state), seq...seq)
            if seq % 1024 == 0 { progress(seq) }
            return true
        } unknown: { positions in
            verdicts.append(.cannotTell, positions)
            return true
        }
        return verdicts
    }
}
