internal import TimelineDebugger
internal import TimelineJSON
internal import TimelineJournal
internal import TimelineKit
internal import TimelineQuerying
internal import TimelineSystem

struct TimelineView {
    let journal: Journal
    let file: String
    private(set) var range: ClosedRange<Int>
    let bad: String?
    let invariant: String?

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

    func data<P: Program>(_ program: P, _ rules: [BadStates<P.State>]) throws -> (PageData, PageSummary) {
        var states = PageStates(program, journal)
        var summary = PageSummary(file: file, range: range)
        var bar = ProgressBar("Replaying")
        defer { bar.finish() }
        let first = try states.state(at: range.lowerBound)
        let text = try first.map { try ReplayError.encode($0, at: range.lowerBound, of: journal.name) }
        var data = try PageData(journal, in: range, last: last, from: text)
        var batch = StateBatch<P.State>(of: journal.name, after: text.map { (range.lowerBound, $0) })
        try states.walk(range) { seq, state in
            for rule in rules { try rule.visit(state, at: seq) }
            try batch.move(&data, to: seq, state)
            if seq % 256 == 0 { bar.update(seq - range.lowerBound, of: range.count) }
        } unknown: { positions in
            try batch.finish(&data)
            try data.move(to: positions.upperBound, nil)
        } onDivergence: { _ in
            try batch.finish(&data)
            data.forgetState()
            rules.forEach { $0.forgetState() }
        }
        try batch.finish(&data)
        summary.divergence = states.divergence.map { ($0.seq, Self.text($0), "\($0.difference.json)") }
        summary.confirmed = states.confirmed
        judge(&summary, rules, ReplayedStates(TrapReport.watched(Replayer(program, journal))))
        summary.note = states.stop.map(Self.text) ?? note
        return (data, summary)
    }

    func rules<P: Program>(_ program: P) throws -> [BadStates<P.State>] {
        if let bad { return [BadStates(.condition(bad), try ExpressionPredicate<P.State>(bad))] }
        guard let invariant else {
            return program.invariants.map { BadStates(.invariant($0.name), InvariantPredicate($0)) }
        }
        return [BadStates(.invariant(invariant), InvariantPredicate(try RuleOptions.invariant(invariant, program)))]
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

    func recordedData() throws -> (PageData, PageSummary) {
        var rules: [BadStates<JSONText>] = []
        if let bad { rules = [BadStates(.condition(bad), try ExpressionPredicate<JSONText>(bad))] }
        var summary = PageSummary(file: file, range: range)
        var checkpoint = try journal.checkpoint(atOrBefore: range.lowerBound)
        var data = try PageData(
            journal, in: range, last: last,
            from: try checkpoint.flatMap { $0.seq == range.lowerBound ? try state(at: $0) : nil })
        var count = 0
        while let here = checkpoint, here.seq <= range.upperBound {
            if here.seq >= range.lowerBound {
                let state = try state(at: here)
                for rule in rules { try rule.visit(state, at: here.seq) }
                try data.move(to: here.seq - 1, nil)
                try data.move(to: here.seq, state)
                count += 1
            }
            checkpoint = try journal.checkpoint(after: here.seq)
        }
        try data.move(to: range.upperBound, nil)
        summary.isReplayed = false
        judge(&summary, rules, RecordedStates(journal))
        let states = count == 1 ? "1 state" : "\(Layout.grouped(count)) states"
        summary.note = """
            No executable with the program “\(journal.header.program)” was found, so only the \(states) on file can be shown.
            """
        return (data, summary)
    }

    /// A recorded state. Its text on file may have spaces, which differences do not expect.
    private func state(at checkpoint: Checkpoint) throws -> JSONText {
        JSONText(try journal.state(at: checkpoint).value)
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
    private var crash: Int? { bad == nil && invariant == nil ? unreturned : nil }

    private var unreturned: Int? { trapped ?? journal.unreturned.flatMap { range.contains($0 - 1) ? $0 : nil } }

    func bad<State>(_ rules: [BadStates<State>], hasGrown: Bool = false) -> RangeSet<Int> {
        (rules.count == 1 ? rules.first : broken(rules, hasGrown: hasGrown))?.positions ?? RangeSet()
    }

    func verdict<State>(_ rules: [BadStates<State>], hasGrown: Bool = false) -> PageVerdict? {
        let broken = broken(rules, hasGrown: hasGrown)
        if !hasGrown, let step = crash {
            let bundle = journal.header.bundle
            let rule = broken.flatMap { broken -> (name: String, step: Int)? in
                guard case .invariant(let name) = broken.kind, let (bad, good) = broken.latest, good == bad - 1 else {
                    return nil
                }
                return (name, bad)
            }
            return .crash(step: step, signal: bundle?.signal, bundle?.backtrace, invariant: rule)
        }
        guard let broken, let (badStep, good) = broken.first else { return nothingFound(rules) }
        let what =
            switch broken.kind {
            case .condition(let expression): "matches \(expression)"
            case .invariant(let name): "breaks the invariant “\(name)”"
            }
        // Another step may have turned the state bad, if states between are unknown.
        guard let good, good == badStep - 1 else {
            if badStep == range.lowerBound {
                return .unknown("The state at position \(badStep), where the page begins, \(what) already.")
            }
            let steps = good.map { "one of steps \($0 + 1) to \(badStep)" } ?? "a step up to \(badStep)"
            return .unknown("The state at position \(badStep) \(what), since \(steps); the states between are unknown.")
        }
        return switch broken.kind {
        case .condition(let expression): .culprit(step: badStep, expression: expression)
        case .invariant(let name): .invariant(step: badStep, name: name)
        }
    }

    private func explanation(of verdict: PageVerdict?, _ states: some StateSource) -> Explanation? {
        guard let culprit = verdict?.culprit, let step = try? journal.step(culprit.step),
            let start = try? journal.checkpoint(atOrBefore: range.lowerBound)?.seq ?? range.lowerBound
        else { return nil }
        return Explanation.known(of: step, because: culprit.reason, states, after: start)
    }

    private func nothingFound<State>(_ rules: [BadStates<State>]) -> PageVerdict? {
        let positions = "from position \(range.lowerBound) to \(range.upperBound)"
        if let invariant { return .nothing("Every known state \(positions) keeps the invariant “\(invariant)”.") }
        guard let bad else { return nil }
        let unseen = rules.first?.unseenPaths ?? []
        let hint = unseen.isEmpty ? "" : " No state there has \(unseen.joined(separator: " or "))."
        return .nothing("No known state \(positions) matches \(bad).\(hint)")
    }

    private var note: String? {
        if let trapped {
            return "Replay traps in step \(trapped), the last one. The recording does not say how the app ended."
        }
        if bad != nil || invariant != nil, let step = unreturned {
            return "The reducer of step \(step), the last one, never returned."
        }
        guard let bundle = journal.header.bundle, let signal = bundle.signal, bundle.lastReduced != false else {
            return nil
        }
        return "The app ended with \(signal) after step \(bundle.lastSeq)."
    }
}
