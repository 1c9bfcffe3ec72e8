internal import TimelineJournal

package enum Verdict: String, Codable, Sendable {
    case good
    case bad
    case cannotTell
}

package struct Verdicts: Equatable, Sendable {
    package private(set) var bad = RangeSet<Int>()
    package private(set) var unknown = RangeSet<Int>()
    package private(set) var count = 0

    subscript(seq: Int) -> Verdict {
        bad.contains(seq) ? .bad : unknown.contains(seq) ? .cannotTell : .good
    }

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
    package mutating func verdicts(
        _ range: ClosedRange<Int>, _ predicate: any StatePredicate<State>, progress: (_ seq: Int) -> Void = { _ in }
    ) throws -> Verdicts {
        var verdicts = Verdicts()
        try walk(try start(of: range)...range.upperBound) { seq, state in
            guard seq >= range.lowerBound else { return true }
            verdicts.append(try predicate.verdict(on: state, after: seq), seq...seq)
            if seq % 1024 == 0 { progress(seq) }
            return true
        } unknown: { positions in
            if positions.upperBound >= range.lowerBound { verdicts.append(.cannotTell, positions.clamped(to: range)) }
            return true
        }
        return verdicts
    }

    private func start(of range: ClosedRange<Int>) throws -> Int {
        try journal.checkpoint(atOrBefore: range.lowerBound)?.seq ?? range.lowerBound
    }

    package mutating func evidence(
        afterJudging range: ClosedRange<Int>, _ verdicts: Verdicts
    ) throws -> BisectAnswer.Evidence? {
        var last = range.upperBound
        if let unknown = verdicts.unknown.ranges.last, unknown.contains(last) { last = unknown.lowerBound - 1 }
        return last < range.lowerBound ? nil : try evidence(afterWalking: start(of: range)...last)
    }
}
