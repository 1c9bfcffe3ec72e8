internal import TimelineDebugger
internal import TimelineKit
internal import TimelineReplay

struct TimelineView {
    let journal: Journal
    let file: String
    private(set) var range: ClosedRange<Int>
    /// Nil for all invariants of the program.
    let rule: Rule?

    /// The last step if replay traps in it, and the recording does not say how the app ended.
    private(set) var trapped: Int?

    /// The last step of the page: those after `range` have no states, such as one whose reducer never returned.
    private var last: Int { trapped ?? (range.upperBound == journal.end ? journal.last : range.upperBound) }
    var steps: Int { last - range.lowerBound }

    // MARK: - By replay

    /// In another process, because a trap here would end this one. If the last step traps, the page ends in it.
    mutating func findTrap() throws {
        let (last, files) = (journal.last, journal.files.map(\.name))
        guard journal.unreturned == nil, !journal.hasEnd, journal.header.bundle == nil, range.upperBound == last,
            range.lowerBound < last, try journal.checkpoint(atOrBefore: last)?.seq != last,
            files.allSatisfy({ FileStatus.exists($0) })
        else { return }
        let states = try? OtherStates.sequence(
            of: TimelinePlace(name: journal.name, files: files), by: CurrentProcess.executable, last...last,
            fresh: false, process: "the process that replays its last step")
        // If it fails in another way, the replay for the page does too, and says how.
        guard let stop = try? states?.next(), stop.seq == last, stop.stop?.kind == .trapped else { return }
        trapped = last
        range = range.lowerBound...last - 1
    }

    /// - Parameter show: Called from time to time with a page of the steps so far.
    func data<P: Program>(
        _ program: P, _ rules: [BadStates<P.State>], _ show: (PageData) -> Void = { _ in }
    ) throws -> PageData {
        var next = ContinuousClock.now + .milliseconds(500)
        var states = ReplayedStates(TrapReport.watched(Replayer(program, journal)))
        let unused = states
        var walk = RuleWalk(rules, states)
        var stop: String?
        var bar = ProgressBar("Replaying")
        defer { bar.finish() }
        let first = try states.state(at: range.lowerBound)
        let text = try first.map { try ReplayError.encode($0, at: range.lowerBound, of: journal.name) }
        var data = try PageData(journal, PageSummary(file: file, range: range), last: last, from: text)
        // Once a large block was freed, glibc keeps freed memory (mallopt(3), M_MMAP_THRESHOLD): new pages for each state are slow.
        UnsafeMutableRawPointer.allocate(byteCount: 31 << 20, alignment: 1).deallocate()
        var batch = StateBatch<P.State>(of: journal.name, after: text.map { (range.lowerBound, $0) })
        try states.walkAcrossBreaks(range) { seq, state in
            try walk.visit(state, at: seq)
            try batch.move(&data, to: seq, state)
            bar.update(seq - range.lowerBound, of: range.count)
            guard ContinuousClock.now > next else { return }
            try batch.finish(&data)
            show(data.soFar)
            next = ContinuousClock.now + .seconds(1)
        } unknown: { positions in
            try batch.finish(&data)
            try data.move(to: positions.upperBound, nil)
        } onBreak: { _, seq, error in
            if let found = error as? BisectDivergence, data.summary.divergence == nil {
                data.summary.divergence = (found.seq, Self.text(found), "\(found.difference.json)")
            } else if let error = error as? ReplayError, stop == nil {
                stop = Self.text(seq, error)
            }
            try batch.finish(&data)
            data.forgetState()
            walk.forgetState()
        }
        try batch.finish(&data)
        data.summary.confirmed = states.confirmed
        judge(&data.summary, rules, unused)
        data.summary.note = stop ?? note
        return data
    }

    func rules<P: Program>(_ program: P) throws -> [BadStates<P.State>] {
        try RuleOptions.require(rule, program)
        return try ExploreRules(rule, program).rules.map { BadStates($0.rule, $0.predicate) }
    }

    private static func text(_ divergence: BisectDivergence) -> String {
        let source = VerificationDescription.source(seq: divergence.seq, agreedUpTo: divergence.agreedUpTo)
        return """
            Replay differs from the state recorded after step \(divergence.seq), which is shown from there on. \(source): the \
            reducer has changed since, or it is not pure.
            """
    }

    private static func text(_ seq: Int, _ error: ReplayError) -> String {
        "Replay cannot take step \(seq), so states from there on are known from those on file alone: \(error)"
    }

    // MARK: - From the file alone

    func recordedData() throws -> PageData {
        let rules: [BadStates<JSONText>] =
            switch rule {
            case .condition(let bad): [BadStates(.condition(bad), try ExpressionPredicate<JSONText>(bad))]
            case .change(let bad): [BadStates(.change(bad), try ChangeCondition<JSONText>(bad))]
            default: []
            }
        var walk = RuleWalk(rules, RecordedStates(journal))
        // Its text on file may have spaces, which differences do not expect.
        func state(at seq: Int) throws -> JSONText? { try journal.recordedState(at: seq).map { JSONText($0.value) } }
        var data = try PageData(
            journal, PageSummary(file: file, range: range, isReplayed: false), last: last,
            from: try state(at: range.lowerBound))
        var count = 0
        var next = try journal.checkpoint(after: range.lowerBound - 1)
        while let seq = next?.seq, seq <= range.upperBound, let state = try state(at: seq) {
            try walk.visit(state, at: seq)
            try data.move(to: seq - 1, nil)
            try data.move(to: seq, state)
            count += 1
            next = try journal.checkpoint(after: seq)
        }
        try data.move(to: range.upperBound, nil)
        judge(&data.summary, rules, RecordedStates(journal))
        data.summary.note = """
            No executable with the program “\(journal.header.program)” was found, so only the \
            \(Layout.count(count, "state")) on file can be shown.
            """
        return data
    }

    // MARK: - Verdict

    private func judge<Source: StateSource>(
        _ summary: inout PageSummary, _ rules: [BadStates<Source.State>], _ states: Source
    ) {
        summary.unreturned = unreturned
        summary.unseenPaths = rules.first?.unseenPaths ?? []
        summary.verdict = verdict(rules)
        summary.explanation = explanation(of: summary.verdict, states)
        summary.bad = bad(rules)
    }

    private func broken<State>(_ rules: [BadStates<State>], hasGrown: Bool) -> BadStates<State>? {
        let broken = rules.filter { $0.first != nil }
        guard !hasGrown, let crash else { return broken.min { ($0.first?.bad ?? .max) < ($1.first?.bad ?? .max) } }
        // The rule that was broken last explains the crash best.
        func place(_ rule: BadStates<State>) -> (Int, Int) {
            (rule.positions.contains(crash - 1) ? 1 : 0, rule.latest?.bad ?? 0)
        }
        return broken.max { place($0) < place($1) }
    }

    /// The step whose reducer never returned, if that is the verdict.
    private var crash: Int? { rule == nil ? unreturned : nil }
    private var unreturned: Int? { trapped ?? journal.unreturned.flatMap { range.contains($0 - 1) ? $0 : nil } }

    func bad<State>(_ rules: [BadStates<State>], hasGrown: Bool = false) -> RangeSet<Int> {
        (rules.count == 1 ? rules.first : broken(rules, hasGrown: hasGrown))?.positions ?? RangeSet()
    }

    func verdict<State>(_ rules: [BadStates<State>], hasGrown: Bool = false) -> PageVerdict? {
        let broken = broken(rules, hasGrown: hasGrown)
        if !hasGrown, let step = crash {
            let bundle = journal.header.bundle
            let rule = broken.flatMap { broken -> (name: String, step: Int)? in
                guard case .invariant(let name) = broken.rule, let (bad, good) = broken.latest, good == bad - 1 else {
                    return nil
                }
                return (name, bad)
            }
            return .crash(step: step, signal: bundle?.signal, bundle?.backtrace, invariant: rule)
        }
        guard let broken, let (badStep, good) = broken.first else { return nothingFound(rules) }
        let what =
            if case .invariant(let name) = broken.rule { "breaks the invariant “\(name)”" } else {
                "matches \(broken.rule)"
            }
        // Another step may have turned the state bad, if states between are unknown.
        guard let good, good == badStep - 1 else {
            if badStep == range.lowerBound {
                return .unknown("The state at position \(badStep), where the page begins, \(what) already.")
            }
            let steps = good.map { "one of steps \($0 + 1) to \(badStep)" } ?? "a step up to \(badStep)"
            return .unknown("The state at position \(badStep) \(what), since \(steps); the states between are unknown.")
        }
        return .culprit(step: badStep, broken.rule)
    }

    private func explanation(of verdict: PageVerdict?, _ states: some StateSource) -> Explanation? {
        guard let culprit = verdict?.culprit, let step = try? journal.step(culprit.step),
            let start = try? journal.checkpoint(atOrBefore: range.lowerBound)?.seq ?? range.lowerBound
        else { return nil }
        return Explanation.known(of: step, because: culprit.rule, states, after: start)
    }

    private func nothingFound<State>(_ rules: [BadStates<State>]) -> PageVerdict? {
        let positions = "from position \(range.lowerBound) to \(range.upperBound)"
        if case .invariant(let name)? = rule {
            return .nothing("Every known state \(positions) keeps the invariant “\(name)”.")
        }
        guard let rule else { return nil }
        let unseen = rules.first?.unseenPaths ?? []
        let hint = unseen.isEmpty ? "" : " No state there has \(unseen.joined(separator: " or "))."
        let known = if case .change = rule { "change" } else { "state" }
        return .nothing("No known \(known) \(positions) matches \(rule).\(hint)")
    }

    private var note: String? {
        if let trapped {
            return "Replay traps in step \(trapped), the last one. The recording does not say how the app ended."
        }
        if rule != nil, let step = unreturned { return "The reducer of step \(step), the last one, never returned." }
        guard let bundle = journal.header.bundle, let signal = bundle.signal, bundle.lastReduced != false else {
            return nil
        }
        return "The app ended with \(signal) after step \(bundle.lastSeq)."
    }
}
