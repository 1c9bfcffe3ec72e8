internal import TimelineDebugger
internal import TimelineKit
internal import TimelineReplay

struct RecordedTrial {
    let worker: TrialWorker
    private let run: TrialRun
    private let options: MinimizeOptions
    private let name: String

    init(_ run: TrialRun, _ options: MinimizeOptions, _ name: String) {
        (self.run, self.options, self.name) = (run, options, name)
        worker = Self.worker(run, options)
    }

    static func worker(_ run: TrialRun, _ options: MinimizeOptions) -> TrialWorker {
        TrialWorker(run, TrialSetup(options.predicates.asked, count: options.predicates.count))
    }

    /// What is bad, and the trials that tell whether parts of it are.
    typealias Bad = (steps: [TrialStep], rule: Rule?, trials: ProcessTrials)

    func bad() throws -> Bad {
        if options.crash { return try crash() }
        if options.predicates.command != nil, let predicate = try options.predicates.predicate(on: JSONText.self) {
            if try predicate.verdict(on: run.first.state, after: run.first.seq) == .bad { throw badAtFirst }
            return try bad(judgedBy: predicate)
        }
        let rule = options.predicates.asked
        switch try worker.outcome(.judge, run.steps, seconds: options.seconds) {
        case .judged(.bad, last: -1, _): throw badAtFirst
        case .judged(.bad, let last, _): return (Array(run.steps[..<(last + 1)]), rule, ProcessTrials(rule, worker))
        case .judged(.good, _, let unseen): throw good("no state of \(name) is bad", unseen)
        case let outcome: throw failure(outcome, run.steps)
        }
    }

    private func bad(judgedBy predicate: any StatePredicate<JSONText>) throws -> Bad {
        let outcome = try worker.outcome(.complete, run.steps, seconds: options.seconds)
        guard case .completed = outcome else { throw failure(outcome, run.steps) }
        let trials = ProcessTrials(nil, worker, last: predicate)
        trials.seconds = options.seconds
        switch try trials.judge(run.steps, within: nil) {
        case .bad?: return (run.steps, nil, trials)
        case .good?: throw good("the last state of \(name) is good", [])
        case .cannotTell?, nil: throw unjudged
        }
    }

    private func crash() throws -> Bad {
        switch try worker.outcome(.judge, run.steps, seconds: options.seconds) {
        case .crashed(let signal, let index, let place):
            try requireRecordedSignal(signal, index)
            let rule = Rule.crash(signal.name)
            return (Array(run.steps[...index]), rule, ProcessTrials(rule, worker, place: .some(place)))
        case .judged:
            throw ToolError(
                .negative, "the reducer returns from every step of \(name): with this program, the run does not crash")
        case let outcome: throw failure(outcome, run.steps)
        }
    }

    /// In another process.
    func requireSameCrash(of steps: [TrialStep]) throws {
        let outcome = try Self.worker(run, options).outcome(.judge, run.steps, seconds: options.seconds)
        if case .crashed(_, let index, _) = outcome, index == steps.count - 1 { return }
        throw ToolError(
            .cannotTell,
            """
            can't tell which actions of \(name) crash the reducer: it is not deterministic. It crashed in step \
            \(steps[steps.count - 1].step.seq), and not there when it ran again.
            """)
    }

    private func requireRecordedSignal(_ signal: Signal, _ index: Int) throws(ToolError) {
        guard let recorded = run.header.bundle?.signal, !Signal.areSame(recorded, signal.name) else { return }
        throw ToolError(
            .negative,
            """
            the recorded run was ended by \(Layout.visible(recorded)), and with this program the reducer of step \
            \(run.steps[index].step.seq) crashes with \(signal.name): this is another crash
            """)
    }

    func completed(_ steps: [TrialStep], seconds: Int? = nil) throws -> (steps: [TrialStep], state: JSONText) {
        let outcome = try worker.outcome(.complete, steps, seconds: seconds ?? options.seconds)
        guard let completed = outcome.completed(steps) else { throw failure(outcome, steps) }
        return completed
    }

    private var badAtFirst: ToolError {
        ToolError(
            .cannotTell,
            "can't tell which actions turn the state bad: the first state of \(name) is bad already, without any of them"
        )
    }

    private var unjudged: ToolError { cannotTell("its last state could not be judged") }

    private func cannotTell(_ reason: String) -> ToolError {
        let question = options.isEmpty ? "the last state of \(name)" : "whether \(name) ends bad"
        return ToolError(.cannotTell, "can't tell \(question): \(reason)")
    }

    private func good(_ which: String, _ unseen: [String]) -> ToolError {
        ToolError(
            .negative,
            "\(which), reduced with this program: \(options.predicates.reason?.good ?? "")"
                + (unseen.isEmpty ? "" : "; no state has \(unseen.joined(separator: " or "))"))
    }

    private func failure(_ outcome: TrialOutcome, _ steps: [TrialStep]) -> any Error {
        switch outcome {
        case .crashed(_, let index, _):
            TrapReport.TrapError(step: steps[index].step.seq, isSurvived: index < run.steps.count - 1)
        case .timedOut:
            cannotTell("a step took longer than \(Layout.count(options.seconds, "second")). See --seconds.")
        case .ended(let how): cannotTell("the process that reduced its steps \(how)")
        case .contradiction(let error): error
        case .failed(let reason): cannotTell(reason)
        case .undecodable, .judged, .completed, .labeled, .learned, .hashed, .sharedState: unjudged
        }
    }
}

struct RecordedStateComparison {
    private let (seq, end): (Int, Int)
    /// Nil if there is no recorded state to compare with.
    private let agrees: Bool?

    init<P: Program>(
        _ program: P, _ journal: Journal, _ run: TrialRun, state: ([TrialStep]) throws -> JSONText
    ) throws {
        end = journal.end
        let checkpoint = try journal.checkpoint(atOrBefore: end)
        seq = checkpoint?.seq ?? run.first.seq
        let steps = Array(run.steps.prefix { [seq] in $0.step.seq <= seq })
        // A state that was set, or that stands for steps that cannot be reduced, is part of the run itself.
        guard let checkpoint, case .action? = steps.last?.step.change else {
            agrees = nil
            return
        }
        let text = try journal.state(at: checkpoint)
        let migrated = MigrationPath(for: program, from: journal.header.version)?.state(text) ?? text
        let recorded = try JSONCoding.decode(P.State.self, from: migrated)
        let made = try state(steps)
        let canonical = try JSONCoding.encode(recorded)
        // What is encoded in hash order may have that of another process.
        agrees = try canonical == made || canonical == JSONCoding.encode(JSONCoding.decode(P.State.self, from: made))
    }

    var isOfEnd: Bool { agrees == true && seq == end }

    var warning: String? {
        if isOfEnd { return nil }
        let what =
            switch agrees {
            case true?:
                "only the state after step \(seq) was compared with the recorded one; no later one was recorded"
            case false?:
                "the state after step \(seq) differs from the recorded one: the program has changed since, or it is not pure"
            case nil: "no state that reducers made was recorded, so none was compared"
            }
        return "Warning: \(what). The test expects the state that this program makes."
    }

    var json: JSON? { agrees.map { ["seq": .int(seq), "agrees": .bool($0)] } }
}
