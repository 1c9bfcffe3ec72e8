internal import TimelineJSON
internal import TimelineJournal
package import TimelineKit

/// Searches a timeline for the step that turned the state bad, and proves what it says: both ends are judged before the
/// search, and the step is reduced again for the report.
package struct Bisector<P: Program> {
    private var replayer: Replayer<P>
    private let predicate: any StatePredicate<P.State>

    /// So many states are judged one by one after a search, to see whether the state turned bad more than once.
    package static var scanLimit: Int { 2_000 }

    package init(_ replayer: Replayer<P>, _ predicate: any StatePredicate<P.State>) {
        self.replayer = replayer
        self.predicate = predicate
    }

    /// Halves the way between `good` and `bad`.
    ///
    /// - Parameter progress: Told before each probe which position is next, and about how many probes are left.
    package mutating func search(
        good: Int, bad: Int, progress: (_ seq: Int, _ remaining: Int) -> Void = { _, _ in }
    ) throws -> BisectAnswer<P> {
        var bisection = Bisection(good: good, bad: bad)
        while true {
            switch bisection.next {
            case .probe(let seq):
                progress(seq, bisection.remaining)
                if let state = try state(at: seq) {
                    bisection.take(try predicate.verdict(on: state))
                } else {
                    bisection.skip(try stretchWithoutStates(round: seq))
                }
            case .found(let before, let seq):
                return try answer(before, seq, good...bad, probes: bisection.probes, spans: course(good...bad))
            case .goodAtBadEnd(let seq): return .goodAtBadEnd(seq, probes: bisection.probes)
            case .badAtGoodEnd(let seq): return .badAtGoodEnd(seq, probes: bisection.probes)
            case .cannotTell(let range): return .cannotTell(range, probes: bisection.probes)
            case .cannotJudgeEnd(let seq): return .cannotJudge(seq, probes: bisection.probes)
            }
        }
    }

    /// Judges every state from `good` to `bad`, and answers with the first that is bad.
    ///
    /// - Parameter progress: Told before each probe which position is next, and how many probes are left after it.
    package mutating func scan(
        good: Int, bad: Int, progress: (_ seq: Int, _ remaining: Int) -> Void = { _, _ in }
    ) throws -> BisectAnswer<P> {
        progress(good, bad - good)
        switch try verdict(at: good) {
        case .good: break
        case .bad: return .badAtGoodEnd(good, probes: 1)
        case .cannotTell: return .cannotJudge(good, probes: 1)
        }
        let (spans, unknown) = try walk(good + 1...bad) { progress($0, bad - $0) }
        let probes = bad - good + 1
        guard let first = spans.first?.lowerBound else {
            return unknown.ranges.first.map { .cannotJudge($0.lowerBound, probes: probes) }
                ?? .goodAtBadEnd(bad, probes: probes)
        }
        // A state that could not be judged, earlier than the first that was bad, may have been bad itself.
        if let earlier = unknown.ranges.first, earlier.lowerBound < first {
            return .cannotTell(earlier.lowerBound...first, probes: probes)
        }
        return try answer(first - 1, first, good...bad, probes: probes, spans: unknown.isEmpty ? spans : nil)
    }

    // MARK: - States

    /// The state at a position, nil where it cannot be known.
    private mutating func state(at seq: Int) throws(ReplayError) -> P.State? {
        do throws(ReplayError) { return try replayer.state(at: seq) } catch {
            guard error.isUnknowable else { throw error }
            return nil
        }
    }

    private mutating func verdict(at seq: Int) throws -> Verdict {
        guard let state = try state(at: seq) else { return .cannotTell }
        return try predicate.verdict(on: state)
    }

    /// The positions round `seq`, itself unknowable, that are so for the same reason: up to the next recorded state.
    ///
    /// A gap may be long, and asking for each of its states would take as many probes.
    private func stretchWithoutStates(round seq: Int) throws(ReplayError) -> ClosedRange<Int> {
        let journal = replayer.journal
        let end =
            try asking { () throws(JournalError) in try journal.checkpoint(after: seq) }.map { $0.seq - 1 }
            ?? replayer.last
        // A walk from the last recorded state stops before the stretch, where it jumps or finds nowhere to jump to.
        var walk = replayer
        var before =
            try asking { () throws(JournalError) in try journal.checkpoint(atOrBefore: seq) }?.seq ?? walk.first
        _ = try walk.state(at: before)
        do throws(ReplayError) {
            while let taken = try walk.next(), taken.seq <= seq { before = taken.seq }
        } catch {
            guard error.isUnknowable else { throw error }
        }
        return before + 1...end
    }

    private func asking<Answer>(_ ask: () throws(JournalError) -> Answer) throws(ReplayError) -> Answer {
        do throws(JournalError) { return try ask() } catch { throw ReplayError(error) }
    }

    // MARK: - Course

    /// Where the state was bad, in order; nil where that would cost too much, or not every state can be judged.
    private mutating func course(_ range: ClosedRange<Int>) -> [ClosedRange<Int>]? {
        guard predicate.isCheap, range.count <= Self.scanLimit + 1 else { return nil }
        // The step is found already: a state elsewhere that cannot be had must not take that away.
        guard let (spans, unknown) = try? walk(range, progress: { _ in }), unknown.isEmpty else { return nil }
        return spans
    }

    /// The spans in which the state was bad, and the positions that could not be judged.
    private mutating func walk(
        _ range: ClosedRange<Int>, progress: (Int) -> Void
    ) throws -> (bad: [ClosedRange<Int>], unknown: RangeSet<Int>) {
        var spans: [ClosedRange<Int>] = []
        var unknown = RangeSet<Int>()
        for seq in range {
            progress(seq)
            switch try verdict(at: seq) {
            case .good: break
            case .cannotTell: unknown.insert(contentsOf: seq..<seq + 1)
            case .bad:
                if let last = spans.last, last.upperBound == seq - 1 {
                    spans[spans.count - 1] = last.lowerBound...seq
                } else {
                    spans.append(seq...seq)
                }
            }
        }
        return (spans, unknown)
    }

    // MARK: - Report

    private mutating func answer(
        _ good: Int, _ seq: Int, _ range: ClosedRange<Int>, probes: Int, spans: [ClosedRange<Int>]?
    ) throws -> BisectAnswer<P> {
        let before = try replayer.state(at: good)
        // A copy, so that the search goes on from recorded states where replay makes others.
        var walk = replayer
        guard let taken = try walk.next(), taken.seq == seq, let step = try taken.step ?? step(seq) else {
            // The step is not on file, though the states around it are.
            return .cannotTell(seq...seq, probes: probes)
        }
        // Where a snapshot of this step was recorded, that is the state that was judged.
        let divergence = walk.divergence.flatMap { $0.seq == seq ? $0 : nil }
        let after = divergence?.recorded ?? taken.state
        let difference = JSONPatch.difference(
            from: try JSONCoding.encode(before).value, to: try JSONCoding.encode(after).value,
            legible: true)
        return .found(
            Culprit(
                step: step, good: good, before: before, after: after, replayed: divergence?.replayed,
                difference: difference, probes: probes, badSpans: spans, range: range))
    }

    /// The step as it was recorded, nil where it is not on file.
    private func step(_ seq: Int) throws(JournalError) -> Step? {
        var lines = try replayer.journal.lines(fromStep: seq)
        while let line = try lines.next() {
            guard case .step(let step) = line.content, step.seq >= seq else { continue }
            return step.seq == seq ? step : nil
        }
        return nil
    }
}
