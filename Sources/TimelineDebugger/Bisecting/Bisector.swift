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
                bisection.take(try verdict(at: seq))
            case .found(let before, let seq):
                let spans = predicate.isCheap && bad - good <= Self.scanLimit ? try scan(good...bad) : nil
                return try answer(before, seq, good...bad, probes: bisection.probes, spans: spans)
            case .goodAtBadEnd(let seq): return .goodAtBadEnd(seq, probes: bisection.probes)
            case .badAtGoodEnd(let seq): return .badAtGoodEnd(seq, probes: bisection.probes)
            case .cannotTell(let range): return .cannotTell(range, probes: bisection.probes)
            }
        }
    }

    /// Judges every state from `good` to `bad`, and answers with the first that is bad.
    package mutating func scan(
        good: Int, bad: Int, progress: (_ seq: Int, _ remaining: Int) -> Void = { _, _ in }
    ) throws -> BisectAnswer<P> {
        if try verdict(at: good) == .bad { return .badAtGoodEnd(good, probes: 1) }
        let (spans, unknown, probes) = try walk(good...bad) { progress($0, bad - $0) }
        guard let first = spans.first?.lowerBound else {
            return unknown.isEmpty
                ? .goodAtBadEnd(bad, probes: probes) : .cannotTell(good + 1...bad, probes: probes)
        }
        // A state that could not be judged just before the first bad one may have been bad itself.
        if unknown.contains(first - 1) {
            var lowest = first - 1
            while unknown.contains(lowest - 1) { lowest -= 1 }
            return .cannotTell(lowest...first, probes: probes)
        }
        return try answer(first - 1, first, good...bad, probes: probes, spans: unknown.isEmpty ? spans : nil)
    }

    private mutating func verdict(at seq: Int) throws -> Verdict {
        let state: P.State
        do throws(ReplayError) { state = try replayer.state(at: seq) } catch {
            if error.isUnknowable { return .cannotTell }
            throw error
        }
        return try predicate.verdict(on: state)
    }

    private mutating func scan(_ range: ClosedRange<Int>) throws -> [ClosedRange<Int>]? {
        let (spans, unknown, _) = try walk(range) { _ in }
        return unknown.isEmpty ? spans : nil
    }

    /// The spans in which the state was bad, and the positions that could not be judged.
    private mutating func walk(
        _ range: ClosedRange<Int>, progress: (Int) -> Void
    ) throws -> (bad: [ClosedRange<Int>], unknown: Set<Int>, probes: Int) {
        var spans: [ClosedRange<Int>] = []
        var unknown: Set<Int> = []
        for seq in range {
            progress(seq)
            switch try verdict(at: seq) {
            case .good: break
            case .cannotTell: unknown.insert(seq)
            case .bad:
                if let last = spans.last, last.upperBound == seq - 1 {
                    spans[spans.count - 1] = last.lowerBound...seq
                } else {
                    spans.append(seq...seq)
                }
            }
        }
        return (spans, unknown, range.count)
    }

    private mutating func answer(
        _ good: Int, _ seq: Int, _ range: ClosedRange<Int>, probes: Int, spans: [ClosedRange<Int>]?
    ) throws -> BisectAnswer<P> {
        let before = try replayer.state(at: good)
        let taken = try replayer.next()
        guard let taken, taken.seq == seq, let step = taken.step else {
            // The step is not on file, though the states around it are.
            return .cannotTell(good + 1...seq, probes: probes)
        }
        let difference = JSONPatch.difference(
            from: try JSONCoding.encode(before).value, to: try JSONCoding.encode(taken.state).value)
        return .found(
            Culprit(
                step: step, good: good, before: before, after: taken.state, difference: difference, probes: probes,
                badSpans: spans, range: range))
    }
}
