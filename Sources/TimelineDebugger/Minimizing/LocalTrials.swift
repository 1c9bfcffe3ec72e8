package import TimelineKit
internal import TimelineReplay

/// In this process, which a trap ends, or in copies of it.
package final class LocalTrials<P: Program>: RuleTrials {
    /// nil where no state tells.
    var predicate: (any StatePredicate<P.State>)?
    package var learned: LearnedConditions?
    package var place: Int? { nil }
    private let rule: Rule?
    private let reducer: TrialReducer<P>
    private let indexes: [Int: Int]
    /// The most time for a copy.
    private let seconds: Int
    /// Of copies; nil for none.
    private let progress: ReplayProgress?

    package convenience init(_ program: P, _ run: TrialRun, _ rule: Rule, _ learned: LearnedConditions? = nil) throws {
        try self.init(program, run, rule: rule)
        (self.learned, predicate) = (learned, try rule.predicate(program))
    }

    /// - Parameters:
    ///   - seconds: The most time for each copy of this process; nil for no copies.
    ///   - progress: Of this process.
    init(
        _ program: P, _ run: TrialRun, rule: Rule? = nil, forkedFor seconds: Int? = nil,
        noting own: ReplayProgress? = nil
    ) throws {
        (self.rule, self.seconds) = (rule, seconds ?? 0)
        progress = try seconds.map { _ in try ReplayProgress() }
        let noted = progress ?? own
        reducer = try TrialReducer(program, run) { noted?.note($0) }
        indexes = Dictionary(run.steps.enumerated().map { ($1.step.seq, $0) }) { one, _ in one }
    }

    package func judge(_ steps: [TrialStep], within conditions: Set<RunCondition>?) throws -> DeltaDebugging.Answer? {
        guard rule == .notDeterministic else { return try outcome(.judge, steps, within: conditions).answer(rule) }
        if try isImpossible(steps, within: conditions) { return .good }
        return try Self.disagreement(steps, .init(repeating: { try self.outcome(.complete, steps) }, count: 2))
    }

    package func outcome(
        _ task: TrialTask, _ steps: [TrialStep], within conditions: Set<RunCondition>?
    ) throws -> TrialOutcome {
        let outcome = try progress.map { try copied(task, steps, conditions, $0) } ?? own(task, steps, conditions)
        if case .sharedState = outcome { throw SharedStateError() }
        if case .learned(let learned) = outcome { self.learned = learned }
        return outcome
    }

    private func copied(
        _ task: TrialTask, _ steps: [TrialStep], _ conditions: Set<RunCondition>?, _ progress: ReplayProgress
    ) throws -> TrialOutcome {
        progress.reset()
        let copy = try ForkedProcess(endingAfterSeconds: seconds) {
            CurrentProcess.forbidChildren(isLast: true)
            progress.noteTraps()
            return (try? JSONCoding.encode(own(task, steps, conditions)).bytes) ?? []
        }
        let (bytes, ending) = try copy.result()
        if case .exited = ending, let outcome = try? JSONCoding.decode(TrialOutcome.self, from: bytes) {
            return outcome
        }
        return TrialOutcome(ending, steps, progress)
    }

    /// Of a replay in this process.
    func own(_ task: TrialTask, _ steps: [TrialStep], _ conditions: Set<RunCondition>?) -> TrialOutcome {
        do {
            guard let steps = try? decoded(steps) else { return .undecodable }
            switch task {
            case .judge: return try reducer.judge(steps, predicate, within: conditions, learned)
            case .label: return try reducer.label(steps, learned)
            case .learn: return try reducer.learn(steps)
            case .hash: return try reducer.hash(steps)
            case .complete: return try reducer.complete(steps)
            }
        } catch let error as ContradictionError {
            return .contradiction(error)
        } catch is SharedStateError {
            return .sharedState
        } catch let error as JSONPathError {
            return .failed("the expression is too expensive: \(error.reason)")
        } catch let error as JSONCodingError where task == .complete {
            return .failed("a state cannot be encoded: \(error)")
        } catch is JSONCodingError {
            return .judged(.cannotTell, last: -1)
        } catch {
            return .failed("\(error)")
        }
    }

    private func decoded(_ steps: [TrialStep]) throws(JSONCodingError) -> [TrialReducer<P>.DecodedStep] {
        try steps.map { (step) throws(JSONCodingError) in
            guard let index = indexes[step.step.seq] else { return try TrialReducer<P>.decode(step) }
            let recorded = reducer.steps[index]
            return recorded.step == step ? recorded : try TrialReducer<P>.decode(step)
        }
    }
}
