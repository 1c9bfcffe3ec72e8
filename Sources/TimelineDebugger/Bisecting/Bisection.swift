/// Finds the step that turned a good state bad, by halving. Pure: verdicts go in, the next question comes out.
///
/// Both ends are asked first. Where a position cannot be judged, its neighbours are asked, nearest to the middle first.
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
    }

    private var good: Int
    private var bad: Int
    private var isGoodKnown = false
    private var isBadKnown = false
    private var skipped: Set<Int> = []
    private var ending: Next?

    /// How many verdicts were given.
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
        for distance in 0..<(bad - good) {
            for seq in [middle - distance, middle + distance]
            where seq > good && seq < bad && !skipped.contains(seq) {
                return .probe(seq)
            }
        }
        return .cannotTell(good + 1...bad)
    }

    /// About how many questions are left.
    package var remaining: Int {
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
        guard case .probe(let seq) = next else { preconditionFailure("nothing was asked") }
        probes += 1
        switch (verdict, seq) {
        case (.bad, bad): isBadKnown = true
        case (.good, bad): ending = .goodAtBadEnd(seq)
        case (.good, good): isGoodKnown = true
        case (.bad, good): ending = .badAtGoodEnd(seq)
        case (.good, _): good = seq
        case (.bad, _): bad = seq
        case (.cannotTell, bad), (.cannotTell, good): ending = .cannotTell(good + 1...bad)
        case (.cannotTell, _): skipped.insert(seq)
        }
    }
}
