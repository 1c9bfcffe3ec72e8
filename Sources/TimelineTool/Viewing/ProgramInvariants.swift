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
    private typealias Added = (seq: Int, state: JSON, action: JSONText?)
    private var states: [Added] = []
    /// The one before them, if there is one.
    private var earlier: Added?
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

    func begin(with state: JSON, at seq: Int) { earlier = (seq, state, nil) }

    func add(_ state: JSON, at seq: Int, from action: JSONText?) {
        guard failure == nil, !rules.isEmpty else { return }
        states.append((seq, state, action))
        if states.count > Self.limit { earlier = states.removeFirst() }
    }

    var due: ContinuousClock.Instant? { states.isEmpty ? nil : nextCheck }

    /// Takes at most a tenth of the time. If too many states were kept for that, a change, or a state that is bad for a moment, may be missed.
    func check() {
        let start = ContinuousClock.now
        guard start >= nextCheck, !states.isEmpty else { return }
        defer {
            (earlier, states) = (states.last, [])
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
        let (seq, json, action) = states[index]
        let before = index > 0 ? states[index - 1] : earlier
        let start = ContinuousClock.now
        defer { cost = start.duration(to: .now) }
        do {
            let state = try decoded(json)
            var change: StateChange<P.State>?
            if let action, let before, before.seq == seq - 1, rules.contains(where: \.readsChanges) {
                let action = try JSONCoding.decode(P.Action.self, from: migrations?.action(action) ?? action)
                change = StateChange(before: try decoded(before.state), action: action, seq: seq, at: .zero)
            }
            return try rules.map { try $0.isBad(state, from: change) }
        } catch {
            failure = """
                The state after step \(seq) is not one of the program “\(view.journal.header.program)”, so invariants are not \
                checked from there on: \(error).
                """
            throw error
        }
    }

    private func decoded(_ state: JSON) throws -> P.State {
        let text = JSONText(state)
        return try JSONCoding.decode(P.State.self, from: migrations?.state(text) ?? text)
    }
}
