package import TimelineKit
package import TimelineReplay

/// What ended a run or broke a rule first, and the fewest actions that still do: the key of its group.
package struct TimelineTriage<P: Program> {
    /// Longer shortest runs are left out of an answer: they begin with a large state.
    private static var lengthLimit: Int { 1 << 18 }

    private let program: P
    private let rules: [(rule: Rule, predicate: any StatePredicate<P.State>)]
    private let seconds: Int

    /// - Parameter seconds: The most time for a timeline.
    package init(_ program: P, _ rules: ExploreRules<P.State>, seconds: Int) {
        (self.program, self.seconds) = (program, seconds)
        // The step at which the time of a request is up tells nothing of what went wrong.
        self.rules = rules.rules.filter { !($0.predicate is ResponsePredicate<P.State>) }
    }

    fileprivate struct Finding {
        let rule: Rule
        let predicate: (any StatePredicate<P.State>)?
        /// The index of the step that broke the rule; -1 if the first state does.
        let last: Int
        /// Of a trap, where it is known.
        var place: Int?
        var alsoBroken: [String] = []
        var reason: String?
    }

    /// - Parameter isForked: Tries each part in a copy of this process. Without it, a trap ends this process, except where the recording says
    ///   that the reducer did not return.
    package func group(of journal: Journal, at file: String, isForked: Bool) throws -> TriageGroup {
        let end = ContinuousClock.now + .seconds(seconds)
        let header = journal.header
        let start = TriageGroup.Start(started: header.started, version: header.version)
        var alsoBroken: [String] = []
        func group(
            _ answer: TriageGroup.Answer, key: [String]? = nil, culprit: String = "", steps: Int, reason: String? = nil,
            shortest: [UInt8] = []
        ) -> TriageGroup {
            let id = TriageGroup.ID(program: header.program, answer, key: key, culprit: culprit)
            return TriageGroup(
                id, session: header.session, start, steps: steps, file: file, alsoBroken: alsoBroken, reason: reason,
                shortest: shortest.count > Self.lengthLimit ? [] : shortest)
        }
        let run = try TrialRun(program, journal, through: journal.last)
        let isForked = isForked || journal.unreturned != nil
        let trials = try LocalTrials(program, run, forkedFor: isForked ? seconds : nil)
        let (found, unknown) = try self.finding(journal, run, trials)
        guard let finding = found else {
            return group(unknown == nil ? .nothing : .unknown, steps: run.steps.count, reason: unknown)
        }
        alsoBroken = finding.alsoBroken
        guard finding.last >= 0 else {
            let reason = "the first state breaks the rule already"
            return group(.bug(finding.rule), steps: 0, reason: finding.reason ?? reason)
        }
        let bad = Array(run.steps[...finding.last])
        let type = bad[finding.last].type
        trials.predicate = finding.predicate
        _ = try trials.outcome(.learn, bad)
        // The program may call an action impossible that was recorded.
        let recorded = finding.answer(to: try trials.outcome(.judge, bad, within: []))
        let conditions: Set<RunCondition>? = recorded == .bad(last: bad.count - 1) ? [] : nil
        var minimizer = Minimizer(
            bad, keepsAnswers: true, hashes: { try trials.hashes(Array($0)) }, state: { try trials.state(after: $0) }
        ) {
            ContinuousClock.now >= end
        } judge: {
            finding.answer(to: try trials.outcome(.judge, $0, within: conditions))
        }
        guard case .tried(let undecided, _) = try minimizer.minimize(changesActions: .counts) else {
            let reason = "not reduced within \(seconds) s"
            return group(.bug(finding.rule), culprit: type, steps: bad.count, reason: reason)
        }
        let steps = minimizer.steps
        guard finding.answer(to: try trials.outcome(.judge, steps)) == .bad(last: steps.count - 1) else {
            let reason = "the shortest run did not fail again: the reducer is not deterministic"
            return group(.bug(finding.rule), culprit: type, steps: bad.count, reason: reason)
        }
        var reason = finding.reason
        if let seq = undecided.first, reason == nil { reason = "the run without step \(seq) could not be judged" }
        try minimizer.arrange()
        return group(
            .bug(finding.rule), key: minimizer.steps.map(\.type), culprit: steps.last?.type ?? "", steps: bad.count,
            reason: reason, shortest: try trials.timeline(of: run, steps, for: finding.rule)?.bytes ?? [])
    }

    /// Nil if there is none, or it is unknown, with the reason.
    private func finding(
        _ journal: Journal, _ run: TrialRun, _ trials: LocalTrials<P>
    ) throws -> (Finding?, unknown: String?) {
        var reason: String?
        if let unreturned = journal.unreturned {
            switch try trials.outcome(.judge, run.steps) {
            case .crashed(let signal, let index, let place): return (Finding(signal, at: index, place), nil)
            case .judged:
                reason = "step \(unreturned) never returned in the recorded run, and returns with this program"
            case let outcome: return (nil, Self.reason(outcome))
            }
        }
        trials.predicate = rules.isEmpty ? nil : AnyRule<P.State>(rules: rules.map(\.predicate))
        switch try trials.outcome(.judge, run.steps) {
        case .judged(.bad, let last, _):
            let steps = Array(run.steps.prefix(last + 1))
            let broken = try rules.filter { rule in
                trials.predicate = rule.predicate
                return if case .judged(.bad, last, _) = try trials.outcome(.judge, steps) { true } else { false }
            }
            guard let (rule, predicate) = broken.first else {
                return (nil, "a state that broke a rule did not break it again")
            }
            let others = broken.dropFirst().map { TriageGroup.Answer.bug($0.rule).text }.sorted()
            return (Finding(rule: rule, predicate: predicate, last: last, alsoBroken: others, reason: reason), nil)
        case .judged: return (nil, reason)
        case .crashed(let signal, let index, let place): return (Finding(signal, at: index, place, reason: reason), nil)
        case let outcome: return (nil, Self.reason(outcome))
        }
    }

    private static func reason(_ outcome: TrialOutcome) -> String {
        switch outcome {
        case .timedOut: "a reducer did not return in time"
        case .ended(let how): "the process that reduced it \(how)"
        case .failed(let reason): reason
        default: "its states could not be judged"
        }
    }

    /// Whether the shortest runs of two groups fail in the same way. One of these must be seen, for a rule that both
    /// break:
    /// - They end in the same action, or in two of the same type, and the run of the first one fails from the first state of the other, too.
    /// - After what comes before the last action of the other, the last action of the first one fails, too: that state is bad, and it does not
    ///   matter which action shows it.
    /// - The other is the first one after more steps, such as those that its first state lacks: it fails also where those come before.
    package func isSame(_ one: TriageGroup, _ other: TriageGroup) throws -> Bool {
        guard one.id.program == program.name, !one.shortest.isEmpty, !other.shortest.isEmpty,
            let rule = one.rules.first(where: other.rules.contains)
        else { return false }
        let first = try TrialRun(program, bytes: one.shortest)
        let second = try TrialRun(program, bytes: other.shortest)
        guard let last = first.steps.last, let otherLast = second.steps.last else { return false }
        if last.step.change == otherLast.step.change { return true }
        if last.type == otherLast.type, try fails(rule, from: second, first.steps) { return true }
        if try fails(rule, from: second, second.steps.dropLast() + [last]),
            try fails(rule, from: first, first.steps.dropLast() + [otherLast])
        {
            return true
        }
        guard let parts = Self.parts(second.steps, endingWith: first.steps.map(\.type)) else { return false }
        return try fails(rule, from: second, parts.before + first.steps)
            || fails(rule, from: second, parts.before + parts.matching)
    }

    /// Divides the steps in those of these types, in their order, and the others; nil if the last one does not match.
    private static func parts(
        _ steps: [TrialStep], endingWith types: [String]
    ) -> (before: [TrialStep], matching: [TrialStep])? {
        guard types.count > 1, types.count < steps.count, steps.last?.type == types.last else { return nil }
        var types = types
        var (before, matching): ([TrialStep], [TrialStep]) = ([], [])
        for step in steps.reversed() {
            if step.type == types.last {
                matching.append(step)
                types.removeLast()
            } else {
                before.append(step)
            }
        }
        return types.isEmpty ? (before.reversed(), matching.reversed()) : nil
    }

    /// Whether the last of these steps, and none before, breaks the rule.
    private func fails(_ rule: Rule, from start: TrialRun, _ steps: [TrialStep]) throws -> Bool {
        let numbered = steps.enumerated().map { $1.moved(to: $0 + 1, at: $1.step.at, cause: nil) }
        let trials = try LocalTrials(program, TrialRun(start.header, start.first, numbered), forkedFor: seconds)
        trials.predicate = rules.first { $0.rule == rule }?.predicate
        guard case .bad(let last)? = try trials.outcome(.judge, numbered).answer(rule) else { return false }
        return last == numbered.count - 1
    }
}

extension TimelineTriage.Finding {
    fileprivate init(_ signal: Signal, at index: Int, _ place: Int?, reason: String? = nil) {
        self.init(
            rule: .crash(signal.name), predicate: nil, last: index, place: place,
            reason: reason ?? (place == nil ? "by some trap: its place is not known" : nil))
    }

    fileprivate func answer(to outcome: TrialOutcome) -> DeltaDebugging.Answer? {
        do { return try outcome.answer(rule, place: place) } catch { return .cannotTell }
    }
}

private struct AnyRule<State>: StatePredicate {
    let rules: [any StatePredicate<State>]

    var readsChanges: Bool { rules.contains(where: \.readsChanges) }

    func verdict(on state: State, from change: StateChange<State>?) throws -> Verdict {
        try rules.contains { try $0.verdict(on: state, from: change) == .bad } ? .bad : .good
    }
}
