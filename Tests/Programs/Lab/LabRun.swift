import TimelineKit
import TimelineTestPrograms

/// A run of a random user.
struct LabRun<Action: Hashable> {
    /// After a step, the work of those in `canceled` was canceled.
    var steps: [(action: Action, cause: Int?, canceled: Set<Int>)] = []
    /// The rule that its last step breaks.
    var broken: LabRule?
}

extension LabProgram {
    /// - Parameters:
    ///   - limit: How many steps the run has at most.
    ///   - polite: Steps that break a rule are left out, except, after as many steps, one that shows `bug`.
    func run(seed: UInt64, limit: Int, polite: Int = .max, showing bug: LabBug? = nil) -> LabRun<Action> {
        var random = SeededGenerator(seed: seed, seconds: 0)
        var environment = LabEnvironment<Action>()
        var state = initialState
        var run = LabRun<Action>()
        var failures = 0
        var types: [Action: String] = [:]
        while run.steps.count < limit, failures < 200 {
            guard let (action, job) = choice(environment, state, &random, &types) else { break }
            let (next, broken) = step(action, from: state)
            if let broken {
                guard let bug, run.steps.count >= polite, broken.belongs(to: bug) else {
                    failures += 1
                    continue
                }
                run.broken = broken
            }
            failures = 0
            run.steps.append((action, job.map { environment.jobs[$0].cause }, []))
            if broken != nil { break }
            if let job, let sent = environment.sending(action, at: job) { environment = sent }
            let working = Set(environment.jobs.map(\.cause))
            environment.apply(effects(of: action, from: state, to: next), step: run.steps.count)
            run.steps[run.steps.count - 1].canceled = working.subtracting(environment.jobs.map(\.cause))
            state = next
        }
        return run
    }

    /// A result, with the index of its job, or an action of the user, whose types are equally likely.
    private func choice(
        _ environment: LabEnvironment<Action>, _ state: State, _ random: inout SeededGenerator,
        _ types: inout [Action: String]
    ) -> (action: Action, job: Int?)? {
        let controls = controls(in: state)
        if !environment.jobs.isEmpty, controls.isEmpty || Bool.random(using: &random) {
            // By name, so that jobs whose next result is left out do not hold up the others.
            let name = Set(environment.jobs.map(\.name)).sorted().randomElement(using: &random)
            let job = environment.jobs.indices.filter { environment.jobs[$0].name == name }
                .randomElement(using: &random)!
            let heads = environment.jobs[job].traces.compactMap(\.first)
            if let head = heads.randomElement(using: &random) { return (head, job) }
        }
        for control in controls where types[control] == nil { types[control] = typeName(control) }
        let type = Set(controls.map { types[$0] ?? "" }).sorted().randomElement(using: &random)
        return controls.filter { types[$0] == type }.randomElement(using: &random).map { ($0, nil) }
    }

    static func record(seed: UInt64, steps: Int, to path: String) {
        let program = Self()
        program.write(program.run(seed: seed, limit: steps), to: path)
    }

    static func recordCrash(showing bug: LabBug, seed: UInt64, steps: Int, attempts: UInt64, to path: String) -> Bool {
        let program = Self()
        for attempt in 0..<attempts {
            let run = program.run(seed: seed &+ attempt &* 7_919, limit: steps + 400, polite: steps, showing: bug)
            if run.broken == nil { continue }
            program.write(run, to: path)
            return true
        }
        return false
    }

    /// A run that ends in a trap has neither a state after its last step nor an end, as its process would have left it.
    private func write(_ run: LabRun<Action>, to path: String) {
        let recorder = Recorder(program: self, in: .file(path))
        var state = initialState
        for (index, (action, cause, canceled)) in run.steps.enumerated() {
            let isFromEffect = isResult(action) && Self.origins != .allFromUser
            let seq = recorder.begin(
                action, in: state, from: isFromEffect ? .effect : .user, cause: Self.origins == .causes ? cause : nil)
            if index + 1 == run.steps.count, run.broken?.isTrap == true { return }
            state = step(action, from: state).state
            recorder.commit(seq, state)
            if Self.origins == .causes { canceled.sorted().forEach(recorder.canceled) }
        }
        recorder.finish()
    }
}
