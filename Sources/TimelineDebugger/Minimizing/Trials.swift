package import TimelineJSON
internal import TimelineJournal
package import TimelineSystem

package struct Trials {
    package enum Criterion {
        case anyState
        case lastState(any StatePredicate<JSONText>)
        case crash(Signal)
    }

    private let worker: TrialWorker
    private let criterion: Criterion

    package init(_ worker: TrialWorker, _ criterion: Criterion) {
        self.worker = worker
        self.criterion = criterion
    }

    /// Judges a run. One whose reducer traps, or does not return in time, is not known to be bad, unless it is the crash that is
    /// looked for.
    package func answer(_ steps: [TrialStep], seconds: Int) throws -> DeltaDebugging.Answer? {
        let outcome =
            if case .lastState = criterion {
                try worker.state(after: steps, seconds: seconds)
            } else {
                try worker.judge(steps, seconds: seconds)
            }
        let answer = try answer(to: outcome, steps)
        if case .bad(let last)? = answer { worker.narrow(to: Array(steps[..<(last + 1)])) }
        return answer
    }

    package func answer(to outcome: TrialOutcome, _ steps: [TrialStep]) throws -> DeltaDebugging.Answer? {
        switch (outcome, criterion) {
        case (.judged(let verdict, let last, _), _): return Self.answer(verdict, at: last)
        case (.state(let state), .lastState(let predicate)):
            let verdict =
                if let last = steps.last {
                    try predicate.verdict(on: state, after: last.step.seq)
                } else {
                    try predicate.verdict(on: state)
                }
            return Self.answer(verdict, at: steps.count - 1)
        case (.undecodable, _): return nil
        case (.contradiction(let error), _): throw error
        case (.crashed(let signal, let index), .crash(let expected)) where signal == expected: return .bad(last: index)
        case (.failed, _), (.crashed, _), (.timedOut, _), (.ended, _), (.state, _), (.completed, _): return .cannotTell
        }
    }

    private static func answer(_ verdict: Verdict, at index: Int) -> DeltaDebugging.Answer {
        switch verdict {
        case .bad: .bad(last: index)
        case .good: .good
        case .cannotTell: .cannotTell
        }
    }
}
