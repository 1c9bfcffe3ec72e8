package import TimelineKit

package enum TrialOutcome: Codable {
    /// On the state after the step at index `last`, -1 for the first state. `unseen` paths of a condition selected nothing so far.
    case judged(Verdict, last: Int, unseen: [String] = [])
    case completed([[NamedValue]], JSONText)
    case labeled(RunLabel)
    case learned(LearnedConditions)
    case hashed([UInt64])
    case undecodable
    case contradiction(ContradictionError)
    case sharedState
    case failed(String)

    // MARK: - Without an answer

    /// The reducer of the step at this index of the run did not return. The place is that of `ReplayProgress`.
    case crashed(Signal, index: Int, place: Int?)
    case timedOut
    /// The process ended otherwise: `was ended by SIGKILL`.
    case ended(String)

    package struct NamedValue: Codable {
        package let name: String
        package let value: JSONText
    }
}

extension TrialOutcome {
    /// The steps with the values that their reducers generated, and the last state; nil if that is unknown, such as after a trap.
    package func completed(_ steps: [TrialStep]) -> (steps: [TrialStep], state: JSONText)? {
        guard case .completed(let values, let state) = self, values.count == steps.count else { return nil }
        let completed = zip(steps, values).map { step, values in
            TrialStep(
                step: step.step,
                values: values.map {
                    GeneratedValue(seq: step.step.seq, at: step.step.at, name: $0.name, value: $0.value)
                })
        }
        return (completed, state)
    }

    /// - Parameter place: Of a crash, where it is known: one elsewhere is another bug.
    /// - Returns: nil if the run is none: an action cannot be decoded.
    func answer(_ rule: Rule?, place: Int? = nil) throws -> DeltaDebugging.Answer? {
        switch (self, rule) {
        case (.judged(let verdict, let last, _), _): return .init(verdict, at: last)
        case (.undecodable, _): return nil
        case (.contradiction(let error), _): throw error
        case (.crashed(let signal, let index, let found), .crash(let name))
        where Signal.areSame(signal.name, name) && (place == nil || place == found):
            return .bad(last: index)
        default: return .cannotTell
        }
    }

    /// Of a process that ended without an answer.
    init(_ ending: ChildProcess.Ending, _ steps: [TrialStep], _ progress: ReplayProgress) {
        guard case .signaled(let number) = ending, case let signal = Signal(rawValue: number) else {
            self = .ended(ending.text)
            return
        }
        let index = progress.isReducing ? progress.seq : nil
        self =
            switch (signal, index) {
            case (.alarm, _): .timedOut
            case (.forbiddenCall, let index?) where steps.indices.contains(index):
                .ended("was ended, as the reducer of step \(steps[index].step.seq) started a process")
            case (_, let index?) where signal.isCrash: .crashed(signal, index: index, place: progress.place)
            default: .ended(ending.text)
            }
    }
}

extension Signal: Codable {}

extension JSONText: Codable {
    package init(from decoder: any Decoder) throws { self.init(unchecked: try String(from: decoder).utf8) }

    package func encode(to encoder: any Encoder) throws {
        try String(decoding: bytes, as: UTF8.self).encode(to: encoder)
    }
}
