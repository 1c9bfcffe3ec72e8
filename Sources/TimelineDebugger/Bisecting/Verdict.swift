internal import TimelineJournal

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
    /// Judges the state after each step of a range, in order.
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
        try walk(try start(of: range)...range.upperBound) { seq, state in
            guard seq >= range.lowerBound else { return true }
            append(try predicate.verdict(on: state, after: seq), seq...seq)
            if seq % 1024 == 0 { progress(seq) }
            return true
        } unknown: { positions in
            if positions.upperBound >= range.lowerBound { append(.cannotTell, positions.clamped(to: range)) }
            return true
        }
        if let run { verdicts.append(run.verdict, run.positions) }
        return verdicts
    }

    /// The position where a walk over a range begins: its state is known.
    private func start(of range: ClosedRange<Int>) throws -> Int {
        try journal.checkpoint(atOrBefore: range.lowerBound)?.seq ?? range.lowerBound
    }

    /// Determines what shows that the states of a range that was judged are those of the recorded run; nil if none of them is known.
    ///
    /// - Throws: `BisectDivergence` if they differ.
    package mutating func evidence(
        afterJudging range: ClosedRange<Int>, _ verdicts: Verdicts
    ) throws -> BisectAnswer.Evidence? {
        var last = range.upperBound
        if let unknown = verdicts.unknown.ranges.last, unknown.contains(last) { last = unknown.lowerBound - 1 }
        return last < range.lowerBound ? nil : try evidence(afterWalking: start(of: range)...last)
    }
}
