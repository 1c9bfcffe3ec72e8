package import TimelineKit

/// Pure. Probes the bad end, the good end, then the middle of the rest, or its nearest neighbor that was not skipped.
package struct Bisection: Sendable {
    package enum Next: Equatable, Sendable {
        case probe(Int)
        case found(good: Int, bad: Int)
        case goodAtBadEnd(Int)
        case badAtGoodEnd(Int)
        case cannotTell(ClosedRange<Int>)
        case cannotJudgeEnd(Int)
    }

    package struct Question: Equatable, Sendable {
        package enum Reply: Equatable, Sendable {
            case verdict(Verdict)
            case undo
        }

        package let seq: Int
        package let isFirst: Bool
        /// Nil at the first position, and if the file does not contain the step.
        package let step: Step?
        /// Nil at the first position, and if that state cannot be known.
        package let before: JSON?
        package let state: JSON
        package let remaining: Int
        package let canUndo: Bool
    }

    private var good, bad: Int
    private var isGoodKnown = false
    private var isBadKnown = false
    private var skipped = RangeSet<Int>()
    private var ending: Next?

    package private(set) var probes = 0

    package init(good: Int, bad: Int) {
        precondition(good < bad, "the good end \(good) is not before the bad end \(bad)")
        (self.good, self.bad) = (good, bad)
    }

    package var next: Next {
        if let ending { return ending }
        if !isBadKnown { return .probe(bad) }
        if !isGoodKnown { return .probe(good) }
        if bad == good + 1 { return .found(good: good, bad: bad) }
        let middle = good + (bad - good) / 2
        guard let range = skipped.ranges.first(where: { $0.contains(middle) }) else { return .probe(middle) }
        let neighbors = [range.lowerBound - 1, range.upperBound].filter { good < $0 && $0 < bad }
        guard let nearest = neighbors.min(by: { abs($0 - middle) < abs($1 - middle) }) else {
            return .cannotTell(good + 1...bad)
        }
        return .probe(nearest)
    }

    package var remaining: Int {
        if ending != nil { return 0 }
        let halvings = Int.bitWidth - (bad - good - 1).leadingZeroBitCount
        return (isBadKnown ? 0 : 1) + (isGoodKnown ? 0 : 1) + halvings
    }

    package mutating func apply(_ verdict: Verdict) {
        let seq = probed
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

    /// Excludes `range`, which holds the position of `next`: no state in it can be judged. Counts as one probe.
    package mutating func skip(_ range: ClosedRange<Int>) {
        let seq = probed
        precondition(range.contains(seq), "the next probe is \(seq), which is not in \(range)")
        probes += 1
        if seq == bad || seq == good { ending = .cannotJudgeEnd(seq) }
        skipped.insert(contentsOf: Range(range))
    }

    private var probed: Int {
        guard case .probe(let seq) = next else { preconditionFailure("the search has ended") }
        return seq
    }
}
