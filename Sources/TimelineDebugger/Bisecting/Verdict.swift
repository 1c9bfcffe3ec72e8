package enum Verdict: String, Codable, Sendable {
    case good
    case bad
    case cannotTell
}

package struct Verdicts: Equatable, Sendable {
    package private(set) var bad = RangeSet<Int>()
    package private(set) var unknown = RangeSet<Int>()
    package private(set) var count = 0

    subscript(seq: Int) -> Verdict { bad.contains(seq) ? .bad : unknown.contains(seq) ? .cannotTell : .good }

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
        try judge(range, predicate, &verdicts, progress) { _, _ in true }
        return verdicts
    }

    /// - Parameter continues: Called with the first position of each verdict. False ends the walk.
    mutating func judge(
        _ range: ClosedRange<Int>, _ predicate: any StatePredicate<State>, _ verdicts: inout Verdicts,
        _ progress: (_ seq: Int) -> Void, continues: (_ seq: Int, Verdict) -> Bool
    ) throws {
        try walk(try start(atOrBefore: range.lowerBound)...range.upperBound) { seq, state in
            guard seq >= range.lowerBound else { return true }
            let verdict = try predicate.verdict(on: state, after: seq)
            verdicts.append(verdict, seq...seq)
            if seq % 1024 == 0 { progress(seq) }
            return continues(seq, verdict)
        } unknown: { positions in
            guard positions.upperBound >= range.lowerBound else { return true }
            let positions = positions.clamped(to: range)
            verdicts.append(.cannotTell, positions)
            return continues(positions.lowerBound, .cannotTell)
        }
    }

    package mutating func evidence(
        afterJudging range: ClosedRange<Int>, _ verdicts: Verdicts
    ) throws -> BisectAnswer.Evidence? {
        var last = range.upperBound
        if let unknown = verdicts.unknown.ranges.last, unknown.contains(last) { last = unknown.lowerBound - 1 }
        return last < range.lowerBound ? nil : try evidence(afterWalking: start(atOrBefore: range.lowerBound)...last)
    }
}
