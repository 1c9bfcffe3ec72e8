internal import TimelineJSON
internal import TimelineJournal
internal import TimelineQuerying

/// Searches a timeline for the step that turned the state bad.
///
/// What an answer proves:
/// - Both ends are judged before the search, and the states on both sides of the step that is named are judged.
/// - Where replay made one of these two states, the steps from the recorded state before them, through the named step, to
///   the next snapshot were reduced, and replay agreed with that snapshot; `Culprit.evidence` says so, or that there is no
///   such snapshot. The same goes for a state at an end, or beside steps that cannot be judged, that an answer relies on.
///   Where they disagree, the answer is `BisectAnswer.diverged`, and no step is named.
/// - Snapshots elsewhere are compared only where every state is judged: in a scan, and after a search of up to `scanLimit`
///   steps.
/// - In a fresh replay no snapshot is compared. The answer holds for the reducer as it is now, and a step that cannot be
///   reduced is not named: the state after it is the recorded one.
package struct Bisector<Source: StateSource> {
    package private(set) var source: Source

    /// A range of at most so many steps is judged state by state after a search, to see whether the state turned bad more than
    /// once.
    package static var scanLimit: Int { 2_000 }

    package init(_ source: Source) { self.source = source }

    // MARK: - Search

    /// Halves the range between `good` and `bad`, and judges states by a predicate.
    ///
    /// - Parameter progress: Called before each probe with its position, and about how many probes are left.
    package mutating func search(
        good: Int, bad: Int, _ predicate: any StatePredicate<Source.State>,
        progress: (_ seq: Int, _ remaining: Int) -> Void = { _, _ in }
    ) throws -> BisectAnswer {
        var bisection = Bisection(good: good, bad: bad)
        do {
            // The first probe of a fresh replay reduces all steps anyway, so their states are judged on the way: once.
            let course = source.skipped == nil ? nil : try course(good...bad, predicate)
            while case .probe(let seq) = bisection.next {
                progress(seq, bisection.remaining)
                if let course {
                    bisection.take(course.verdict(at: seq))
                } else if let state = try source.state(at: seq) {
                    bisection.take(try predicate.verdict(on: state))
                } else {
                    bisection.skip(try source.unknownStates(around: seq))
                }
            }
            return try answer(bisection, good...bad) {
                $0.source.skipped == nil ? try $0.course(good...bad, predicate) : course
            }
        } catch let divergence as BisectDivergence {
            return .diverged(divergence, probes: bisection.probes)
        }
    }

    /// Halves the range between `good` and `bad`, and asks whether states are good.
    ///
    /// - Parameter ask: Called for each state that is to be judged. What it throws ends the search.
    package mutating func search(
        good: Int, bad: Int, asking ask: (BisectQuestion) throws -> BisectQuestion.Reply
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
                    bisection.take(verdict)
                case .undo: bisection = earlier.popLast() ?? bisection
                }
            }
            return try answer(bisection, good...bad) { _ in nil }
        } catch let divergence as BisectDivergence {
            return .diverged(divergence, probes: bisection.probes)
        }
    }

    private mutating func question(about seq: Int, _ remaining: Int, canUndo: Bool) throws -> BisectQuestion? {
        let before = seq == source.journal.first ? nil : try source.state(at: seq - 1)
        guard let state = try source.state(at: seq) else { return nil }
        return BisectQuestion(
            seq: seq, step: try step(seq), before: try before.map { try source.json(of: $0) },
            state: try source.json(of: state), remaining: remaining, canUndo: canUndo)
    }

    private mutating func answer(
        _ bisection: Bisection, _ range: ClosedRange<Int>, course: (inout Self) throws -> BisectCourse?
    ) throws -> BisectAnswer {
        let probes = bisection.probes
        switch bisection.next {
        case .probe(let seq): preconditionFailure("the state after step \(seq) is not judged yet")
        case .found(let good, let bad): return try found(good, bad, range, probes: probes, course: course(&self))
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

    /// Judges the states from `good` to `bad` in order, and answers with the first that is bad.
    ///
    /// - Parameters:
    ///   - all: Whether to judge the states after that one, too, to see where the state was bad.
    ///   - progress: Called now and then with the position that was judged last.
    package mutating func scan(
        good: Int, bad: Int, all: Bool = false, _ predicate: any StatePredicate<Source.State>,
        progress: (_ seq: Int) -> Void = { _ in }
    ) throws -> BisectAnswer {
        var course = BisectCourse()
        do {
            guard let state = try source.state(at: good) else { return .cannotJudge(good, probes: 1) }
            switch try predicate.verdict(on: state) {
            case .good: break
            case .cannotTell: return .cannotJudge(good, probes: 1)
            case .bad:
                course.take(.bad, good...good)
                _ = try source.evidence(for: good...good)
                return .badAtGoodEnd(good, probes: 1)
            }
            course.take(.good, good...good)
            try source.walk(good...bad) { positions, state in
                if positions.lowerBound == good { return true }
                let verdict = if let state { try predicate.verdict(on: state) } else { Verdict.cannotTell }
                course.take(verdict, positions)
                if positions.upperBound % 1024 == 0 { progress(positions.upperBound) }
                return all || course.bad.isEmpty
            }
            guard let first = course.bad.first?.lowerBound else {
                if let unknown = course.unknown.first?.lowerBound { return .cannotJudge(unknown, probes: course.count) }
                _ = try source.evidence(for: bad...bad)
                return .goodAtBadEnd(bad, probes: course.count)
            }
            // A state that could not be judged, earlier than the first that was bad, may have been bad itself.
            if let earlier = course.unknown.first?.lowerBound, earlier < first {
                return try cannotTell(earlier...first, probes: course.count)
            }
            return try found(
                first - 1, first, good...bad, probes: course.count, course: all ? course : nil)
        } catch let divergence as BisectDivergence {
            return .diverged(divergence, probes: course.count)
        }
    }

    /// The verdicts on all states; nil where that would cost too much, or not every state can be judged.
    private mutating func course(
        _ range: ClosedRange<Int>, _ predicate: any StatePredicate<Source.State>
    ) throws -> BisectCourse? {
        guard predicate.isCheap, range.count <= Self.scanLimit + 1 else { return nil }
        var course = BisectCourse()
        do {
            try source.walk(range) { positions, state in
                course.take(try state.map { try predicate.verdict(on: $0) } ?? .cannotTell, positions)
                return true
            }
        } catch let divergence as BisectDivergence {
            throw divergence
        } catch {
            // The step is found already: a state elsewhere that cannot be had must not take that away.
            return nil
        }
        return course.unknown.isEmpty ? course : nil
    }

    // MARK: - Report

    private mutating func found(
        _ good: Int, _ bad: Int, _ range: ClosedRange<Int>, probes: Int, course: BisectCourse?
    ) throws -> BisectAnswer {
        let evidence = try source.evidence(for: good...bad)
        if source.skipped?.contains(bad) == true {
            return .cannotTell(bad...bad, probes: probes)
        }
        guard let step = try step(bad), let before = try source.state(at: good), let after = try source.state(at: bad)
        else {
            // The step is not on file, though the states on both sides are.
            return .cannotTell(bad...bad, probes: probes)
        }
        let (old, new) = (try source.json(of: before), try source.json(of: after))
        return .found(
            Culprit(
                step: step, good: good, before: old, after: new,
                difference: JSONPatch.difference(from: old, to: new, legible: true), evidence: evidence, probes: probes,
                course: course, range: range))
    }

    /// The step as it was recorded, nil where it is not on file.
    private func step(_ seq: Int) throws(JournalError) -> Step? {
        var lines = try source.journal.lines(fromStep: seq)
        while let line = try lines.next() {
            guard case .step(let step) = line.content, step.seq >= seq else { continue }
            return step.seq == seq ? step : nil
        }
        return nil
    }
}
