/// How a predicate judges a state.
package enum Verdict: String, Sendable {
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
        // Consecutive positions with the same verdict are appended at once, which is cheaper than one by one.
        var run: (verdict: Verdict, positions: ClosedRange<Int>)?
        func append(_ verdict: Verdict, _ positions: ClosedRange<Int>) {
            if let last = run {
                if last.verdict == verdict {
                    run = (verdict, last.positions.lowerBound...positions.upperBound)
                    return
                }
                verdicts.append(last.verdict, last.positions)
            }
            run = (verdict, positions)
        }
        try walk(range) { seq, state in
            append(try predicate.verdict(on: state, after: seq), seq...seq)
            if seq % 1024 == 0 { progress(seq) }
            return true
        } unknown: { positions in
            append(.cannotTell, positions)
            return true
        }
        if let run { verdicts.append(run.verdict, run.positions) }
        return verdicts
    }
}
