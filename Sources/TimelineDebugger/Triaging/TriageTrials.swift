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
        self.seconds = seconds
        self.progress = progress
    }

    /// Until the predicate is bad. Without one, only a trap is.
    func judge(_ steps: [TrialStep], _ predicate: Predicate?) throws -> TrialOutcome {
        try outcome {
            guard let predicate else {
                reducer.replay(try decoded(steps)) { _, _, _ in true }
                return .judged(.good, last: steps.count - 1)
            }
            var verdict = try predicate.verdict(on: reducer.first)
            if verdict == .bad { return .judged(.bad, last: -1) }
            var last = steps.count - 1
            try reducer.replay(decoded(steps)) { index, state, _ in
                verdict = try predicate.verdict(on: state)
                if verdict == .bad { last = index }
                return verdict != .bad
            }
            return .judged(verdict, last: last)
        }
    }

    /// The values that their reducers generated, and the last state.
    func complete(_ steps: [TrialStep]) throws -> (steps: [TrialStep], state: JSONText)? {
        let outcome = try outcome {
            var last = reducer.first
            var named: [[TrialOutcome.NamedValue]] = []
            reducer.replay(try decoded(steps)) { _, state, values in
                last = state
                named.append(values.map { .init(name: $0.name, value: $0.value) })
                return true
            }
            return .completed(named, try JSONCoding.encode(last))
        }
        guard case .completed(let values, let state) = outcome, values.count == steps.count else { return nil }
        return (zip(steps, values).map { $0.generated($1.map { ($0.name, $0.value) }) }, state)
    }

    private func decoded(_ steps: [TrialStep]) throws(JSONCodingError) -> [TrialReducer<P>.DecodedStep] {
        try steps.map { (step) throws(JSONCodingError) in
            guard let index = indexes[step.step.seq] else { preconditionFailure("a step of another run is tried") }
            let recorded = reducer.steps[index]
            return recorded.step == step ? recorded : try TrialReducer<P>.decode(step)
        }
    }

    private func outcome(_ body: () throws -> TrialOutcome) throws -> TrialOutcome {
        func outcome() -> TrialOutcome { Result(catching: body).outcome }
        guard let progress else { return outcome() }
        progress.reset()
        let copy = try ForkedProcess(endingAfterSeconds: seconds) {
            (try? JSONCoding.encode(outcome()).bytes) ?? []
        }
        let (bytes, ending) = try copy.result()
        switch ending {
        case .exited: return (try? JSONCoding.decode(TrialOutcome.self, from: bytes)) ?? .ended(ending.text)
        case .signaled(let number):
            let signal = Signal(rawValue: number)
            if signal == .alarm { return .timedOut }
            guard signal.isCrash, progress.isReducing, let index = progress.seq else { return .ended(ending.text) }
            return .crashed(signal, index: index)
        }
    }
}

extension Result<TrialOutcome, any Error> {
    fileprivate var outcome: TrialOutcome {
        do { return try get() } catch is JSONCodingError { return .undecodable } catch { return .failed("\(error)") }
    }
}
