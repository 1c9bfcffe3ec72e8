internal import TimelineReplay

package struct Verdicts: Equatable, Sendable {
    package private(set) var bad = RangeSet<Int>()
    package private(set) var unknown = RangeSet<Int>()
    package private(set) var count = 0
    /// Where changes are judged, the states that were set.
    package fileprivate(set) var withoutChange = 0

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
        changesAfter first: Int = 0, _ progress: (_ seq: Int) -> Void, continues: (_ seq: Int, Verdict) -> Bool
    ) throws {
        let first = max(first, journal.first)
        var changes = predicate.readsChanges ? changes(after: first) : nil
        let start = try start(atOrBefore: max(journal.first, range.lowerBound - (predicate.readsChanges ? 1 : 0)))
        try walk(start...range.upperBound) { seq, state in
            let change = try changes?.change(to: state, at: seq)
            guard seq >= range.lowerBound else { return true }
            if let changes, change == nil, seq == first || changes.isSet {
                _ = try predicate.verdict(on: state, from: nil)
                if seq > first { verdicts.withoutChange += 1 }
                return continues(seq, .good)
            }
            // What led to the state may have been bad.
            let isUnknown = changes != nil && change == nil
            let judged = try predicate.verdict(on: state, after: seq, from: change)
            let verdict = isUnknown ? .cannotTell : judged
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
