internal import TimelineJSON
internal import TimelineJournal
internal import TimelineKit
internal import TimelineSystem

struct TrialReducer<P: Program> {
    struct DecodedStep {
        enum Change {
            case action(P.Action)
            /// Set from outside, or recorded after steps that cannot be reduced again.
            case state(P.State)
        }

        let step: TrialStep
        let change: Change
    }

    let first: P.State
    let steps: [DecodedStep]
    private let kept: KeptState<P.State>
    private let program: P
    private let reducer: ActionReducer<P>
    private let onReducing: (_ index: Int?) -> Void

    init(
        _ program: P, _ run: TrialRun, onReducing: @escaping (_ index: Int?) -> Void = { _ in }
    ) throws(JSONCodingError) {
        first = try JSONCoding.decode(P.State.self, from: run.first.state)
        kept = KeptState(first)
        steps = try run.steps.map { (step) throws(JSONCodingError) in try Self.decode(step) }
        self.program = program
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

    /// Visits the state after each step, with the values that its reducer got, until `visit` returns false. Returns false if it
    /// stopped before an action that is not possible.
    @discardableResult
    func replay(
        _ steps: [DecodedStep], onlyPossible: Bool = false,
        _ visit: (_ index: Int, _ state: P.State, _ values: [GeneratedValue]) throws -> Bool
    ) throws -> Bool {
        var state = first
        let process = CurrentProcess.identity
        for (index, step) in steps.enumerated() {
            var values = step.step.values
            switch step.change {
            case .state(let set): state = set
            case .action(let action):
                if onlyPossible, !program.isPossible(action, in: state) { return false }
                onReducing(index)
                values = reducer.reduce(&state, action, seq: step.step.step.seq, at: step.step.step.at, values)
                process.endCopy()
                onReducing(nil)
            }
            guard try visit(index, state, values) else { break }
        }
        try kept.requireUnchanged()
        return true
    }

    /// Until the predicate is bad. Without one, only a trap is. A run with an action that is not possible is good.
    func judge(
        _ steps: [DecodedStep], _ predicate: (any StatePredicate<P.State>)?, onlyPossible: Bool = false
    ) throws -> TrialOutcome {
        // The number of the first position is not known here, and no error names it.
        var verdict = try predicate?.verdict(on: first) ?? .good
        if verdict == .bad { return .judged(.bad, last: -1) }
        var last = steps.count - 1
        let isPossible = try replay(steps, onlyPossible: onlyPossible) { index, state, _ in
            guard let predicate else { return true }
            verdict = try predicate.verdict(on: state, after: steps[index].step.step.seq)
            if verdict == .bad { last = index }
            return verdict != .bad
        }
        if !isPossible { return .judged(.good, last: -1) }
        return .judged(verdict, last: last, unseen: verdict == .good ? predicate?.unseenPaths ?? [] : [])
    }

    func complete(_ steps: [DecodedStep]) throws -> TrialOutcome {
        var last = first
        var named: [[TrialOutcome.NamedValue]] = []
        try replay(steps) { _, state, values in
            last = state
            named.append(values.map { .init(name: $0.name, value: $0.value) })
            return true
        }
        return .completed(named, try JSONCoding.encode(last))
    }
}
