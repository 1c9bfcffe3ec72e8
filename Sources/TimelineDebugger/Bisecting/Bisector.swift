internal import TimelineKit
internal import TimelineReplay

/// Both ends are judged before the search. If replay made a state that the answer relies on, it continued to the next snapshot and
/// agreed, or there is none: see `Culprit.evidence`. If they disagree, the answer is `BisectAnswer.diverged`.
///
/// Where the state at the bad end is good and judging is cheap, all states are judged.
///
/// A fresh replay compares no snapshot: the answer holds for the present reducer, and a step that cannot be reduced is never named.
package struct Bisector<Source: StateSource> {
    package private(set) var source: Source

    /// After a search of at most this many steps, every state is judged, to see whether the state turned bad more than once.
    package static var scanLimit: Int { 2_000 }

    package init(_ source: Source) { self.source = source }

    // MARK: - Search

    package mutating func search(
        good: Int, bad: Int, _ predicate: any StatePredicate<Source.State>,
        progress: (_ seq: Int, _ remaining: Int) -> Void = { _, _ in }
    ) throws -> BisectAnswer {
        // A change does not stay bad.
        if predicate.readsChanges { return try scan(good: good, bad: bad, predicate) { progress($0, bad - $0) } }
        source.compare(by: predicate)
        var bisection = Bisection(good: good, bad: bad)
        do {
            // The first probe of a fresh replay reduces all steps, so all states are judged in that one pass.
            let verdicts = source.skipped == nil ? nil : try verdicts(good...bad, predicate)
            while case .probe(let seq) = bisection.next {
                progress(seq, bisection.remaining)
                if let verdicts {
                    bisection.apply(verdicts[seq])
                } else if let state = try source.state(at: seq) {
                    bisection.apply(try predicate.verdict(on: state, after: seq))
                } else {
                    bisection.skip(try source.unknownStates(around: seq))
                }
            }
            if case .goodAtBadEnd = bisection.next, predicate.isCheap {
                return try scan(good: good, bad: bad, all: true, predicate)
            }
            return try answer(bisection, good...bad) {
                $0.source.skipped == nil ? try $0.verdicts(good...bad, predicate) : verdicts
            }
        } catch let divergence as BisectDivergence {
            return .diverged(divergence, probes: bisection.probes)
        }
    }

    package mutating func search(
        good: Int, bad: Int, asking ask: (Bisection.Question) throws -> Bisection.Question.Reply
    ) throws -> BisectAnswer {
        var bisection = Bisection(good: good, bad: bad)
        var earlier: [Bisection] = []
        do {
            while case .probe(let seq) = bisection.next {
                guard let question = try question(about: seq, bisection.remaining, canUndo: !earlier.isEmpty) else {
                    bisection.skip(try source.unknownStates(around: seq))
                    continue
                }
                switch try ask(question) {
                case .verdict(let verdict):
                    earlier.append(bisection)
                    bisection.apply(verdict)
                case .undo: bisection = earlier.popLast() ?? bisection
                }
            }
            return try answer(bisection, good...bad) { _ in nil }
        } catch let divergence as BisectDivergence {
            return .diverged(divergence, probes: bisection.probes)
        }
    }

    private mutating func question(about seq: Int, _ remaining: Int, canUndo: Bool) throws -> Bisection.Question? {
        let isFirst = seq == source.journal.first
        let before = isFirst ? nil : try source.json(at: seq - 1)
        guard let state = try source.json(at: seq) else { return nil }
        return Bisection.Question(
            seq: seq, isFirst: isFirst, step: try source.journal.step(seq), before: before, state: state,
            remaining: remaining, canUndo: canUndo)
    }

    private mutating func answer(
        _ bisection: Bisection, _ range: ClosedRange<Int>, verdicts: (inout Self) throws -> Verdicts?
    ) throws -> BisectAnswer {
        let probes = bisection.probes
        switch bisection.next {
        case .probe(let seq): preconditionFailure("the state after step \(seq) is not judged yet")
        case .found(let good, let bad): return try found(good, bad, range, probes: probes, verdicts(&self))
        case .goodAtBadEnd(let seq):
            _ = try source.evidence(for: seq...seq)
            return .goodAtBadEnd(seq, probes: probes)
        case .badAtGoodEnd(let seq):
            _ = try source.evidence(for: seq...seq)
            return .badAtGoodEnd(seq, probes: probes)
        case .cannotTell(let candidates): return try cannotTell(candidates, probes: probes)
        case .cannotJudgeEnd(let seq): return .cannotJudge(seq, probes: probes)
        }
    }

    private mutating func cannotTell(_ candidates: ClosedRange<Int>, probes: Int) throws -> BisectAnswer {
        for seq in [candidates.lowerBound - 1, candidates.upperBound] { _ = try source.evidence(for: seq...seq) }
        return .cannotTell(candidates, probes: probes)
    }

    // MARK: - Scan

    package mutating func scan(
        good: Int, bad: Int, all: Bool = false, _ predicate: any StatePredicate<Source.State>,
        progress: (_ seq: Int) -> Void = { _ in }
    ) throws -> BisectAnswer {
        source.compare(by: predicate)
        var verdicts = Verdicts()
        do {
            try source.judge(good...bad, predicate, &verdicts, changesAfter: good, progress) { seq, verdict in
                seq == good ? verdict == .good : all || verdict != .bad
            }
            switch verdicts[good] {
            case .good: break
            case .cannotTell: return .cannotJudge(good, probes: 1)
            case .bad:
                _ = try source.evidence(for: good...good)
                return .badAtGoodEnd(good, probes: 1)
            }
            guard let first = verdicts.bad.ranges.first?.lowerBound else {
                if let unknown = verdicts.unknown.ranges.first?.lowerBound {
                    return .cannotJudge(unknown, probes: verdicts.count)
                }
                _ = try source.evidence(for: bad...bad)
                return .noneBad(bad, probes: verdicts.count)
            }
            // An earlier state that could not be judged may have been bad.
            if let earlier = verdicts.unknown.ranges.first?.lowerBound, earlier < first {
                return try cannotTell(earlier...first, probes: verdicts.count)
            }
            return try found(first - 1, first, good...bad, probes: verdicts.count, all ? verdicts : nil)
        } catch let divergence as BisectDivergence {
            return .diverged(divergence, probes: verdicts.count)
        }
    }

    /// The verdicts on all states; nil if judging them would cost too much, or not every state can be judged.
    private mutating func verdicts(
        _ range: ClosedRange<Int>, _ predicate: any StatePredicate<Source.State>
    ) throws -> Verdicts? {
        guard predicate.isCheap, range.count <= Self.scanLimit + 1 else { return nil }
        do {
            let verdicts = try source.verdicts(range, predicate)
            return verdicts.unknown.isEmpty ? verdicts : nil
        } catch let divergence as BisectDivergence {
            throw divergence
        } catch {
            // An error at another state does not invalidate the answer of the search.
            return nil
        }
    }

    // MARK: - Culprit

    private mutating func found(
        _ good: Int, _ bad: Int, _ range: ClosedRange<Int>, probes: Int, _ verdicts: Verdicts?
    ) throws -> BisectAnswer {
        let evidence = try source.evidence(for: good...bad)
        guard source.skipped?.contains(bad) != true, let step = try source.journal.step(bad),
            let before = try source.json(at: good), let after = try source.json(at: bad)
        else { return .cannotTell(bad...bad, probes: probes) }
        return .found(
            BisectAnswer.Culprit(
                step: step, good: good, before: before, after: after,
                difference: JSONDifference(from: before, to: after).patch, evidence: evidence, probes: probes,
                verdicts: verdicts, range: range))
    }
}
