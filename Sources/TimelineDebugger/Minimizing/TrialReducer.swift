internal import TimelineJSON
internal import TimelineJournal
internal import TimelineKit

struct TrialReducer<P: Program> {
    struct DecodedStep {
        enum Change {
            case action(P.Action)
            /// A state that replay cannot make: one set from outside, or recorded after steps that cannot be reduced again.
            case state(P.State)
        }

        let step: TrialStep
        let change: Change
    }

    let first: P.State
    let steps: [DecodedStep]
    private let reducer: ActionReducer<P>
    /// Called with the index of each step before its reducer runs, and with nil after it returns.
    private let onReducing: (_ index: Int?) -> Void

    init(
        _ program: P, _ run: TrialRun, onReducing: @escaping (_ index: Int?) -> Void = { _ in }
    ) throws(JSONCodingError) {
        first = try JSONCoding.decode(P.State.self, from: run.first.state)
        steps = try run.steps.map { (step) throws(JSONCodingError) in try Self.decode(step) }
        reducer = ActionReducer(program, run.header)
        self.onReducing = onReducing
    }

    static func decode(_ step: TrialStep) throws(JSONCodingError) -> DecodedStep {
        switch step.step.change {
        case .action(let text):
            return DecodedStep(step: step, change: .action(try JSONCoding.decode(P.Action.self, from: text)))
        case .set(let text, _):
            return DecodedStep(step: step, change: .state(try JSONCoding.decode(P.State.self, from: text)))
        case .opaque: preconditionFailure("a run has a step that was not encoded")
        }
    }

    func replay(
        _ steps: [DecodedStep], _ visit: (_ index: Int, _ state: P.State) throws -> Bool
    ) rethrows {
        var state = first
        for (index, step) in steps.enumerated() {
            switch step.change {
            case .state(let set): state = set
            case .action(let action):
                onReducing(index)
                reducer.reduce(&state, action, seq: step.step.step.seq, at: step.step.step.at, step.step.values)
                onReducing(nil)
            }
            guard try visit(index, state) else { return }
        }
    }

    func completed(_ steps: [DecodedStep]) -> (values: [[GeneratedValue]], state: P.State) {
        var state = first
        let values = steps.enumerated().map { index, step in
            switch step.change {
            case .state(let set):
                state = set
                return step.step.values
            case .action(let action):
                onReducing(index)
                let values = reducer.reduceCollectingValues(
                    &state, action, seq: step.step.step.seq, at: step.step.step.at, step.step.values)
                onReducing(nil)
                return values
            }
        }
        return (values, state)
    }
}
