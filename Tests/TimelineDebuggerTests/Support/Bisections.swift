import TimelineTestPrograms
import TimelineKit
import TimelineReplay

@testable import TimelineDebugger

var belowZero: ExpressionPredicate<Counter> { get throws { try ExpressionPredicate("$.count < 0") } }

func search(
    _ timeline: WrittenTimeline, _ predicate: (any StatePredicate<Counter>)? = nil, good: Int = 0, bad: Int? = nil
) throws -> BisectAnswer {
    let journal = try timeline.journal
    var bisector = Bisector(ReplayedStates(Replayer(CounterProgram(), journal)))
    return try bisector.search(good: good, bad: bad ?? journal.end, try predicate ?? belowZero)
}

func scan(
    _ timeline: WrittenTimeline, _ predicate: (any StatePredicate<Counter>)? = nil, good: Int = 0, bad: Int? = nil,
    all: Bool = false
) throws -> BisectAnswer {
    let journal = try timeline.journal
    var bisector = Bisector(ReplayedStates(Replayer(CounterProgram(), journal)))
    return try bisector.scan(good: good, bad: bad ?? journal.end, all: all, try predicate ?? belowZero)
}

/// The answer that the step that adds `amount` changed the count from `before`.
func found(
    _ amount: Int, at seq: Int, from before: Int, confirmedBy: Int? = nil, probes: Int, spans: [ClosedRange<Int>]?,
    unknown: [ClosedRange<Int>] = [], _ range: ClosedRange<Int>
) -> BisectAnswer {
    found(
        WrittenTimeline.adding(amount, seq: seq), before, before + amount, confirmedBy: confirmedBy, probes: probes,
        spans: spans, unknown: unknown, range)
}

/// The answer that `step` changed the count from `before` to `after`.
///
/// - Parameters:
///   - confirmedBy: The step whose snapshot equals the replayed state.
///   - spans: The positions of bad states, if every state was judged.
///   - unknown: The positions of states that could not be judged.
func found(
    _ step: Step, _ before: Int, _ after: Int, confirmedBy: Int? = nil, evidence: BisectAnswer.Evidence = .unconfirmed,
    probes: Int, spans: [ClosedRange<Int>]?,
    unknown: [ClosedRange<Int>] = [], _ range: ClosedRange<Int>
) -> BisectAnswer {
    let verdicts = spans.map { spans in
        range.reduce(into: Verdicts()) { verdicts, seq in
            let isBad = spans.contains { $0.contains(seq) }
            let isUnknown = unknown.contains { $0.contains(seq) }
            verdicts.append(isUnknown ? .cannotTell : isBad ? .bad : .good, seq...seq)
        }
    }
    return .found(
        BisectAnswer.Culprit(
            step: step, good: step.seq - 1, before: WrittenTimeline.state(before).value,
            after: WrittenTimeline.state(after).value,
            difference: JSONPatch([
                .replace(path: JSONPointer(["count"]), value: .number(JSONNumber(after)))
            ]), evidence: confirmedBy.map { .confirmed(by: $0) } ?? evidence, probes: probes, verdicts: verdicts,
            range: range))
}

func count(_ state: JSON) -> Int? { state.object?["count"]?.int }

func diverged(_ seq: Int, agreedUpTo: Int, _ recorded: Int, _ replayed: Int) -> BisectDivergence {
    BisectDivergence(
        seq: seq, agreedUpTo: agreedUpTo, recorded: WrittenTimeline.state(recorded).value,
        replayed: WrittenTimeline.state(replayed).value, paths: ["$.count"], unstablePaths: [])
}

extension BisectAnswer {
    var culprit: BisectAnswer.Culprit? { if case .found(let culprit) = self { culprit } else { nil } }
    var isMonotone: Bool? { culprit?.isMonotone }

    var probes: Int {
        switch self {
        case .found(let culprit): culprit.probes
        case .noneBad(_, let probes), .goodAtBadEnd(_, let probes), .badAtGoodEnd(_, let probes),
            .cannotTell(_, let probes),
            .cannotJudge(_, let probes), .diverged(_, let probes):
            probes
        }
    }
}
