/// Finds the step that turned a good state bad, by halving. Pure: verdicts go in, the next question comes out.
///
/// Both ends are asked first: the bad one, then the good one. Where a position cannot be judged, its neighbours are asked,
/// nearest to the middle first.
package struct Bisection: Sendable {
    /// What to do next.
    package enum Next: Equatable, Sendable {
        /// Judge the state at this position.
        case probe(Int)
        /// The state was good at `good`, and bad just after it.
        case found(good: Int, bad: Int)
        /// The state at the bad end is good: there is nothing to find.
        case goodAtBadEnd(Int)
        /// The state at the good end is bad already.
        case badAtGoodEnd(Int)
        /// One of these turned the state bad; those between cannot be judged.
        case cannotTell(ClosedRange<Int>)
        /// The state at this end cannot be judged, so it is not known whether there is anything to find.
        case cannotJudgeEnd(Int)
    }

    private var good: Int
    private var bad: Int
    private var isGoodKnown = false
    private var isBadKnown = false
    /// Positions that cannot be judged.
    private var skipped = RangeSet<Int>()
    private var ending: Next?

    /// How many answers were given.
    package private(set) var probes = 0

    /// - Parameters:
    ///   - good: A position whose state is thought to be good.
    ///   - bad: A later one whose state is thought to be bad.
    package init(good: Int, bad: Int) {
        precondition(good < bad, "the good end \(good) is not before the bad end \(bad)")
        self.good = good
        self.bad = bad
    }

    package var next: Next {
        if let ending { return ending }
        if !isBadKnown { return .probe(bad) }
        if !isGoodKnown { return .probe(good) }
        if bad == good + 1 { return .found(good: good, bad: bad) }
        let middle = good + (bad - good) / 2
        guard let stretch = skipped.ranges.first(where: { $0.contains(middle) }) else { return .probe(middle) }
        let beside = [stretch.lowerBound - 1, stretch.upperBound].filter { good < $0 && $0 < bad }
        guard let nearest = beside.min(by: { abs($0 - middle) < abs($1 - middle) }) else {
            return .cannotTell(good + 1...bad)
        }
        return .probe(nearest)
    }

    /// About how many questions are left.
    package var remaining: Int {
        if ending != nil { return 0 }
        var count = (isBadKnown ? 0 : 1) + (isGoodKnown ? 0 : 1)
        var width = bad - good
        while width > 1 {
            width = (width + 1) / 2
            count += 1
        }
        return count
    }

    /// Takes the verdict on the position that `next` asked for.
    package mutating func take(_ verdict: Verdict) {
        let seq = asked
        switch (verdict, seq) {
        case (.cannotTell, _): return skip(seq...seq)
        case (.bad, bad): isBadKnown = true
        case (.good, bad): ending = .goodAtBadEnd(seq)
        case (.good, good): isGoodKnown = true
        case (.bad, good): ending = .badAtGoodEnd(seq)
        case (.good, _): good = seq
        case (.bad, _): bad = seq
        }
        probes += 1
    }

    /// Takes that the position that `next` asked for cannot be judged, nor any other in `stretch`. This is one answer.
    package mutating func skip(_ stretch: ClosedRange<Int>) {
        let seq = asked
        precondition(stretch.contains(seq), "\(seq) was asked for, not \(stretch)")
        probes += 1
        if seq == bad || seq == good { ending = .cannotJudgeEnd(seq) }
        skipped.insert(contentsOf: Range(stretch))
    }

    private var asked: Int {
        guard case .probe(let seq) = next else { preconditionFailure("nothing was asked") }
        return seq
    }
}
