internal import TimelineDebugger
internal import TimelineKit
internal import TimelineReplay

struct MinimizeSearch {
    let run: TrialRun
    let steps: [TrialStep]
    let ending: MinimizeEnding?
    private let last: JSONText?
    /// Only the user's actions were made smaller.
    private let keepsEffects: Bool
    private let reason: String
    private let probes: Int
    let rule: Rule?

    init(
        _ program: some Program, _ journal: Journal, _ options: MinimizeOptions, _ check: DeterminismCheck,
        searches: Bool = true
    ) throws {
        // A step whose reducer never returned is what a crash is about.
        run = try TrialRun(program, journal, through: options.crash ? journal.last : journal.end)
        // The program may lack the invariant.
        _ = try options.predicates.predicate(program)
        let start = ContinuousClock.now
        let deadline = start + .seconds(options.seconds)
        let interruption = Interruption()
        let recorded = RecordedTrial(run, options, journal.name)
        let (bad, rule, trials) = try recorded.bad()
        let isResponse = try rule?.isResponse(of: program) == true
        if isResponse, !options.any, let step = bad.first(where: { $0.step.from == "effect" && $0.step.cause == nil }) {
            throw ToolError(
                .cannotTell,
                """
                can't tell which actions of \(journal.name) are needed: step \(step.step.seq) is of an effect, and its cause is not \
                recorded, so a shorter run may lack an answer. --any leaves answers out, too.
                """)
        }
        if case .crash = rule {
            try recorded.requireSameCrash(of: bad)
        } else if let last = bad.last?.step.seq, let paths = try options.predicates.differingPaths(program) {
            // A command is slow, and judges the last state alone.
            try check.require(
                program, journal, fresh: true, isIsolated: true, on: (rule == nil ? last : journal.first)...last, paths)
        }
        let limit = Self.limit(recorded: ContinuousClock.now - start)
        var bar = ProgressBar("Minimizing")
        defer { bar.finish() }
        var (left, runs) = (bad.count, 0)
        func judge(_ steps: [TrialStep], within conditions: Set<RunCondition>?) throws -> DeltaDebugging.Answer? {
            let seconds = Int((deadline - ContinuousClock.now).components.seconds) + 1
            trials.seconds = max(1, min(seconds, limit))
            bar.update("\(left) of \(Layout.count(bad.count, "step")) left after \(Layout.count(runs, "run"))")
            runs += 1
            // Control-C also ends a child.
            do {
                let answer = try trials.judge(steps, within: conditions)
                if case .bad(let last)? = answer { left = last + 1 }
                return answer
            } catch  where interruption.isRequested {
                return .cannotTell
            }
        }
        let isAny = options.any
        var conditions: Set<RunCondition>?
        if !isAny {
            trials.seconds = limit
            _ = try trials.outcome(.learn, bad)
            // The program may call an action impossible that was recorded.
            if case .bad? = try judge(bad, within: []) { conditions = [] }
        }
        var minimizer = Minimizer(
            // A command judges only the last state, so the action that failed is not known.
            bad, changesEffects: options.changesEffects, endsInAnyAction: isAny || isResponse || rule == nil,
            keepsAnswers: !isAny,
            hashes: isAny ? nil : { try trials.hashes(Array($0)) }, state: isAny ? nil : { try trials.state(after: $0) }
        ) {
            interruption.isRequested || ContinuousClock.now >= deadline
        } judge: {
            try judge($0, within: conditions)
        }
        let change: Minimizer.Change = options.keepsPayloads ? .none : isAny ? .all : .counts
        var minimality = try searches ? minimizer.minimize(changesActions: change) : nil
        var context: [Int] = []
        if !isAny, case .tried = minimality {
            let needless = try minimizer.needless { try judge($0, within: nil) }
            context = (needless ?? []).map { minimizer.steps[$0].step.seq }
            if needless == nil { minimality = .unknown }
        }
        bar.finish()
        probes = minimizer.probes
        keepsEffects = change == .all && !options.changesEffects
        ending = minimality.map {
            MinimizeEnding(
                minimality: $0, context: context, budget: interruption.isRequested ? nil : options.seconds)
        }
        interruption.end()
        if interruption.isRequested { recorded.worker.stop() }

        self.rule = rule
        reason =
            switch rule {
            case .crash(let signal)? where trials.place == nil:
                "the reducer crashes by some trap (\(signal)): its place is not known"
            case let rule?: rule.description
            case nil: options.predicates.reason?.bad ?? ""
            }
        let isCrash = rule?.signal != nil
        let crashing = minimizer.steps.suffix(isCrash ? 1 : 0)
        do {
            let (completed, state) = try recorded.completed(minimizer.steps.dropLast(crashing.count), seconds: limit)
            steps = completed + crashing
            last = isCrash ? nil : state
        } catch is TrapReport.TrapError {
            // It did not when the run was judged.
            throw Self.failedAgain(journal.name, "was not bad", options)
        }
        try runAgain(program, trials, options, seconds: limit, journal.name)
    }

    /// In seconds: far more than the recorded run took, so that a slow run is not reported as endless.
    private static func limit(recorded: Duration) -> Int { max(3, Int((recorded * 10).components.seconds) + 1) }

    private func runAgain(
        _ program: some Program, _ trials: ProcessTrials, _ options: MinimizeOptions, seconds: Int, _ name: String
    ) throws {
        let again = try TrialRun(program, bytes: timeline.bytes)
        let other = trials.again(with: RecordedTrial.worker(again, options))
        other.seconds = seconds
        switch try other.judge(again.steps, within: nil) {
        case .bad(let last)? where last == again.steps.count - 1: return
        case .bad?, .good?: throw Self.failedAgain(name, "was not bad", options)
        case .cannotTell?, nil: throw Self.failedAgain(name, "could not be judged", options)
        }
    }

    private static func failedAgain(_ name: String, _ how: String, _ options: MinimizeOptions) -> ToolError {
        ToolError(
            .cannotTell,
            """
            can't tell which actions of \(name) turn the state bad: the result \(how) when it was run again.
            The reducer is not deterministic\(options.predicates.repeatAdvice)
            """)
    }

    var timeline: MinimizedTimeline { MinimizedTimeline(run, steps, last: last, signal: rule?.signal) }

    // MARK: - Text and JSON

    private var changed: [Int] {
        let recorded = Dictionary(uniqueKeysWithValues: run.steps.map { ($0.step.seq, $0.step.change) })
        return steps.map(\.step).filter { recorded[$0.seq] != $0.change }.map(\.seq)
    }

    /// The steps that are kept without their answers, of those that were answered before the last of them, and not canceled.
    private var unanswered: [Int] {
        let recorded = run.steps.map(\.step).prefix { $0.seq <= steps.last?.step.seq ?? 0 }
        let answered = Set(recorded.compactMap(\.cause)).subtracting(steps.compactMap(\.step.cause))
        return steps.map(\.step.seq).filter(answered.subtracting(steps.flatMap(\.canceled)).contains)
    }

    func text(savedIn output: String) -> String {
        var lines = ["\(Layout.count(run.steps.count, "step")) → \(Layout.grouped(steps.count))", ""]
        lines += steps.map { StepText.line($0.step, showsCause: true) }
        lines += ["", "After the last: \(reason)."]
        if let changed = SkippedText.list(changed) { lines.append("Actions made smaller: \(changed).") }
        let effects = steps.map(\.step).filter { $0.from == "effect" }.map(\.seq)
        if keepsEffects, let kept = SkippedText.list(effects) {
            lines.append("Kept as an effect sent it: \(kept). --effect-payloads makes these smaller, too.")
        }
        if let list = SkippedText.list(unanswered) {
            lines.append("Left without an answer: \(list). The app can do this only if answers come later, or never.")
        }
        lines += ending?.lines(count: steps.count) ?? []
        lines += ["Found with \(Layout.count(probes, "run")), and run again.", "Saved in \(output)"]
        return lines.joined(separator: "\n")
    }

    static let fields: Fields<(search: Self, output: String)> = """
        steps\({ $0.search.steps.count }): count // The number of steps that are left.
        of\({ $0.search.run.steps.count }): count // The number of steps at first.
        kept\({ $0.search.steps.map(\.step.seq) }): numbers // The recorded numbers of the steps that are left.
        changed\({ $0.search.changed }): numbers // Those whose actions were made smaller.
        probes\({ $0.search.probes }): count // The number of runs that were tried.
        ended\({ $0.search.ending?.name }): "minimal" | "undecided" | "budget" | "interrupted" // Why the search ended: each step is needed; some could not be judged; the time was up; an interrupt.
        minimal\({ $0.search.ending?.isMinimal }): flag // Whether each step is known to be needed.
        undecided?\({ $0.search.ending?.undecided ?? [] }): numbers // Steps of which it is unknown whether they are needed.
        unanswered?\({ $0.search.unanswered }): numbers // Steps that were answered before the last of these, and here are not: the app can do the run only if answers come later, or never.
        context?\({ $0.search.ending?.context ?? [] }): numbers // Steps that are kept so that the app can do the run: it also fails without one of them.
        output?\({ $0.output }): text // The path of the timeline that was written.
        """
}
