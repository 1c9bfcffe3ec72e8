internal import TimelineDebugger
internal import TimelineKit
internal import TimelineReplay

final class ProgramInvariants<P: Program>: PageInvariants {
    private let view: TimelineView
    private let rules: [BadStates<P.State>]
    private let migrations: MigrationPath?
    /// Of one of the states: whether it breaks each rule.
    private typealias Verdict = (index: Int, broken: [Bool])

    private var last: (seq: Int, broken: [Bool])?
    private var states: [(seq: Int, state: JSON)] = []
    private var nextCheck = ContinuousClock.now
    private var cost = Duration.zero
    private let exactTime: Duration
    private var failure: String?

    /// The greatest number of states that are kept. The program may need longer for one than the app for its step.
    private static var limit: Int { 64 }

    init(_ program: P, _ view: TimelineView, _ rules: [BadStates<P.State>], exactTime: Duration = .milliseconds(20)) {
        (self.view, self.rules, self.exactTime) = (view, rules, exactTime)
        migrations = MigrationPath(for: program, from: view.journal.header.version)
    }

    var found: (verdict: PageVerdict?, bad: RangeSet<Int>) {
        let verdict = view.verdict(rules, hasGrown: true)
        return (verdict ?? failure.map { .unknown($0) }, view.bad(rules, hasGrown: true))
    }

    // MARK: - States of a file

    func walk(_ states: ReplayedStates<P>) -> RuleWalk<ReplayedStates<P>> { RuleWalk(rules, states) }

    // MARK: - States of an app

    func add(_ state: JSON, at seq: Int) {
        guard failure == nil, !rules.isEmpty else { return }
        states.append((seq, state))
        if states.count > Self.limit { states.removeFirst() }
    }

    var due: ContinuousClock.Instant? { states.isEmpty ? nil : nextCheck }

    /// Takes at most a tenth of the time. If too many states were kept for that, a state that is bad for a moment may be missed.
    func check() {
        let start = ContinuousClock.now
        guard start >= nextCheck, !states.isEmpty else { return }
        defer {
            states = []
            nextCheck = .now + start.duration(to: .now) * 9
        }
        do {
            let end = states.count - 1
            let before = last.flatMap { $0.seq == states[0].seq - 1 ? Verdict(-1, $0.broken) : nil }
            let first: Verdict = try before ?? (0, judge(0))
            let final: Verdict = try end == first.index ? first : (end, judge(end))
            for (index, broken) in try (before == nil ? [first] : []) + verdicts(after: first, through: final) {
                for (rule, isBad) in zip(rules, broken) { rule.visit(isBad: isBad, at: states[index].seq) }
            }
            last = (states[end].seq, final.broken)
        } catch {}
    }

    /// In order. If there is no time for each state, those between two with equal verdicts have these, too.
    private func verdicts(after low: Verdict, through high: Verdict) throws -> [Verdict] {
        if high.index - low.index <= 1 { return low.index < high.index ? [high] : [] }
        let middle = (low.index + high.index) / 2
        let isSettled = low.broken == high.broken && cost * (high.index - low.index) > exactTime
        let between = (middle, isSettled ? high.broken : try judge(middle))
        return try verdicts(after: low, through: between) + verdicts(after: between, through: high)
    }

    private func judge(_ index: Int) throws -> [Bool] {
        let (seq, json) = states[index]
        let start = ContinuousClock.now
        defer { cost = start.duration(to: .now) }
        let text = JSONText(json)
        do {
            let state = try JSONCoding.decode(P.State.self, from: migrations?.state(text) ?? text)
            return try rules.map { try $0.isBad(state) }
        } catch {
            failure = """
                The state after step \(seq) is not one of the program “\(view.journal.header.program)”, so invariants are not \
                checked from there on: \(error).
                """
            throw error
        }
    }
}
