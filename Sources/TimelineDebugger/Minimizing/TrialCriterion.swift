package import TimelineJSON
internal import TimelineJournal
package import TimelineSystem

package enum TrialCriterion {
    case anyState
    case lastState(any StatePredicate<JSONText>)
    /// At this place, where it is known.
    case crash(Signal, place: Int?)

    /// Nil if the run is none: an action cannot be decoded.
    package func answer(to outcome: TrialOutcome, _ steps: [TrialStep]) throws -> DeltaDebugging.Answer? {
        switch (outcome, self) {
        case (.judged(let verdict, let last, _), _): return Self.answer(verdict, at: last)
        case (.completed(_, let state), .lastState(let predicate)):
            let verdict =
                if let last = steps.last {
                    try predicate.verdict(on: state, after: last.step.seq)
                } else {
                    try predicate.verdict(on: state)
                }
            return Self.answer(verdict, at: steps.count - 1)
        case (.undecodable, _): return nil
        case (.contradiction(let error), _): throw error
        case (.crashed(let signal, let index, let place), .crash(let expected, let expectedPlace))
        where signal == expected && place == expectedPlace:
            return .bad(last: index)
        case (.failed, _), (.crashed, _), (.timedOut, _), (.ended, _), (.completed, _), (.labeled, _),
            (.sharedState, _):
            return .cannotTell
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
