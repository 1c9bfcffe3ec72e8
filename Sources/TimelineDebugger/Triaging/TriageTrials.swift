internal import TimelineJSON
internal import TimelineJournal
internal import TimelineKit
internal import TimelineSystem

/// Tries parts of a run: in this process, which a trap ends, or in copies of it.
struct TriageTrials<P: Program> {
    typealias Predicate = any StatePredicate<P.State>

    private let reducer: TrialReducer<P>
    private let indexes: [Int: Int]
    private let seconds: Int
    /// Of copies; nil for none.
    private let progress: ReplayProgress?

    init(_ program: P, _ run: TrialRun, isForked: Bool, seconds: Int) throws {
        let progress = isForked ? try ReplayProgress() : nil
        reducer = try TrialReducer(program, run) { progress?.note($0) }
        indexes = Dictionary(run.steps.enumerated().map { ($1.step.seq, $0) }) { one, _ in one }
        (self.seconds, self.progress) = (seconds, progress)
    }

    /// Until the predicate is bad. Without one, only a trap is.
    func judge(_ steps: [TrialStep], _ predicate: Predicate?) throws -> TrialOutcome {
        try outcome(steps) { try reducer.judge(decoded(steps), predicate) }
    }

    /// The values that their reducers generated, and the last state.
    func complete(_ steps: [TrialStep]) throws -> (steps: [TrialStep], state: JSONText)? {
        try outcome(steps) { try reducer.complete(decoded(steps)) }.completed(steps)
    }

    private func decoded(_ steps: [TrialStep]) throws(JSONCodingError) -> [TrialReducer<P>.DecodedStep] {
        try steps.map { (step) throws(JSONCodingError) in
            guard let index = indexes[step.step.seq] else { preconditionFailure("a step of another run is tried") }
            let recorded = reducer.steps[index]
            return recorded.step == step ? recorded : try TrialReducer<P>.decode(step)
        }
    }

    private func outcome(_ steps: [TrialStep], _ body: () throws -> TrialOutcome) throws -> TrialOutcome {
        func outcome() throws(SharedStateError) -> TrialOutcome {
            do { return try body() } catch {
                if let error = error as? SharedStateError { throw error }
                return error is JSONCodingError ? .undecodable : .failed("\(error)")
            }
        }
        guard let progress else { return try outcome() }
        progress.reset()
        let copy = try ForkedProcess(endingAfterSeconds: seconds) {
            CurrentProcess.forbidChildren(isLast: true)
            progress.noteTraps()
            return (try? JSONCoding.encode((try? outcome()) ?? .sharedState).bytes) ?? []
        }
        let (bytes, ending) = try copy.result()
        if case .exited = ending, let outcome = try? JSONCoding.decode(TrialOutcome.self, from: bytes) {
            if case .sharedState = outcome { throw SharedStateError() }
            return outcome
        }
        return TrialOutcome(ending, steps, progress)
    }
}
