internal import TimelineKit
internal import TimelineReplay

struct TrialReducer<P: Program> {
    struct DecodedStep {
        enum Change {
            case action(P.Action)
            /// Set from outside, or recorded after steps that cannot be reduced again.
            case state(P.State)
        }

        let step: TrialStep
        let change: Change

        /// Nil of a state that was set.
        func change(of before: P.State, _ index: Int) -> StateChange<P.State>? {
            guard case .action(let action) = change else { return nil }
            return StateChange(before: before, action: action, seq: index + 1, at: step.step.at)
        }
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
    /// stopped before a step that may not come.
    @discardableResult
    func replay(
        _ steps: some Collection<DecodedStep>, mayCome: (_ index: Int, _ state: P.State) -> Bool = { _, _ in true },
        _ visit: (_ index: Int, _ state: P.State, _ values: [GeneratedValue]) throws -> Bool
    ) throws -> Bool {
        var state = first
        let process = ProcessIdentity()
        for (index, step) in steps.enumerated() {
            var values = step.step.values
            if !mayCome(index, state) { return false }
            switch step.change {
            case .state(let set): state = set
            case .action(let action):
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

    /// Until the predicate is bad. Without one, only a trap is. With conditions, a run is good that has an action that
    /// the program calls impossible, or another circumstance than these that no recording has, as far as was learned.
    func judge(
        _ steps: [DecodedStep], _ predicate: (any StatePredicate<P.State>)?,
        within conditions: Set<RunCondition>? = nil, _ learned: LearnedConditions? = nil
    ) throws -> TrialOutcome {
        // Most runs are good: only others are looked at.
        if conditions != nil, predicate != nil {
            let outcome = try self.judge(steps, predicate)
            guard case .judged(.bad, let last, _) = outcome, last >= 0 else { return outcome }
        }
        var judge = conditions == nil ? nil : judge(of: steps, learned)
        predicate?.requests = []
        // The number of the first position is not known here, and no error names it.
        var verdict = try predicate?.verdict(on: first) ?? .good
        if verdict == .bad { return .judged(.bad, last: -1) }
        var last = steps.count - 1
        var before: P.State?
        let hasCome = try replay(steps) { index, state in
            if predicate?.readsChanges == true { before = state }
            guard let conditions else { return true }
            if !isPossible(steps[index], in: state) { return false }
            judge?.add(steps[index].step.step, state)
            guard let label = judge?.label else { return true }
            return label.isPossible && label.conditions.allSatisfy { conditions.contains($0.condition) }
        } _: { index, state, _ in
            guard let predicate else { return true }
            let change = before.flatMap { steps[index].change(of: $0, index) }
            verdict = try predicate.verdict(on: state, after: steps[index].step.step.seq, from: change)
            if verdict == .bad { last = index }
            return verdict != .bad
        }
        if !hasCome { return .judged(.good, last: -1) }
        return .judged(verdict, last: last, unseen: verdict == .good ? predicate?.unseenPaths ?? [] : [])
    }

    private func judge(of steps: [DecodedStep], _ learned: LearnedConditions?) -> RunJudge? {
        guard let learned else { return nil }
        guard case .action(let action) = steps.first?.change else { return RunJudge(learned, isChecked: false) }
        return RunJudge(learned, isChecked: program.choosesActions(action, in: first))
    }

    private func isPossible(_ step: DecodedStep, in state: P.State) -> Bool {
        if case .action(let action) = step.change { program.isPossible(action, in: state) } else { true }
    }

    /// Without reducing the last step, which may trap.
    func label(_ steps: [DecodedStep], _ learned: LearnedConditions?) throws -> TrialOutcome {
        var judge = judge(of: steps, learned)
        var canCome = true
        try replay(steps) { index, state in
            if !isPossible(steps[index], in: state) { canCome = false }
            judge?.add(steps[index].step.step, state)
            return index < steps.count - 1
        } _: { _, _, _ in
            true
        }
        var label = judge?.label ?? RunLabel()
        if !canCome { label.isPossible = false }
        return .labeled(label)
    }

    /// What the run shows, without reducing its last step, which may trap.
    func learn(_ steps: [DecodedStep]) throws -> TrialOutcome {
        let causes = TrialRun.causes(of: steps.map(\.step))
        let places = Dictionary(steps.enumerated().map { ($1.step.step.seq, $0) }) { one, _ in one }
        var results = steps.map { _ in 0 }
        for case let cause? in causes { results[cause] += 1 }
        let causeTypes = Set(steps.indices.filter { results[$0] > 0 }.map { steps[$0].step.type })
        let types = Set(steps.map(\.step.type)).sorted()
        let indexes = Dictionary(uniqueKeysWithValues: types.enumerated().map { ($1, $0) })
        var learner = ConditionLearner(types: types, least: .init(cases: 2, keyed: 1, states: 3))
        var reader = StateShapeReader()
        reader.names = [:]
        func add(_ index: Int, _ before: ValueFacts, _ after: ValueFacts) {
            guard case .action(let text) = steps[index].step.step.change else { return }
            let type = steps[index].step.type
            learner.add(
                index, indexes[type] ?? 0, from: steps[index].step.step.from, cause: causes[index],
                results: causeTypes.contains(type) ? results[index] : nil,
                canceling: steps[index].step.canceled.compactMap { places[$0] }, reader.facts(of: text), before: before,
                after: after)
        }
        var before = reader.facts(of: try JSONCoding.encode(first))
        try replay(steps.dropLast()) { index, state, _ in
            let after = reader.facts(of: try JSONCoding.encode(state))
            add(index, before, after)
            before = after
            return true
        }
        if !steps.isEmpty { add(steps.count - 1, before, before) }
        learner.endRecording()
        learner.names = reader.names ?? [:]
        return .learned(learner.learned())
    }

    func hash(_ steps: [DecodedStep]) throws -> TrialOutcome {
        func hash(_ state: P.State) throws -> UInt64 { StateShapeReader.hash(of: try JSONCoding.encode(state).bytes) }
        var hashes = [try hash(first)]
        try replay(steps) { _, state, _ in
            hashes.append(try hash(state))
            return true
        }
        return .hashed(hashes)
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
