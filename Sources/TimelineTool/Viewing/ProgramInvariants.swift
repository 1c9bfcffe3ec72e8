internal import TimelineDebugger
internal import TimelineKit
internal import TimelineReplay

final class ProgramInvariants<P: Program>: PageInvariants {
    private let view: TimelineView
    private let rules: [BadStates<P.State>]
    private let migrations: MigrationPath?
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
            var verdicts = [[Bool]](repeating: [], count: states.count)
            var known = -1
            var broken = last?.broken ?? []
            if last?.seq != states[0].seq - 1 {
                known = 0
                broken = try judge(0)
                verdicts[0] = broken
            }
            if cost * (states.count - known - 1) <= exactTime {
                for index in known + 1..<states.count { verdicts[index] = try judge(index) }
            } else if known < states.count - 1 {
                let end = states.count - 1
                verdicts[end] = try judge(end)
                try settle(&verdicts, between: (known, broken), and: (end, verdicts[end]))
            }
            for (state, broken) in zip(states, verdicts) {
                for (rule, isBad) in zip(rules, broken) { rule.visit(isBad: isBad, at: state.seq) }
            }
            last = (states[states.count - 1].seq, verdicts[states.count - 1])
        } catch {}
    }

    private func settle(
        _ verdicts: inout [[Bool]], between low: (index: Int, broken: [Bool]), and high: (index: Int, broken: [Bool])
    ) throws {
        let between = low.index + 1..<high.index
        guard !between.isEmpty else { return }
        if low.broken == high.broken {
            for index in between { verdicts[index] = high.broken }
            return
        }
        let middle = (low.index + high.index) / 2
        verdicts[middle] = try judge(middle)
        try settle(&verdicts, between: low, and: (middle, verdicts[middle]))
        try settle(&verdicts, between: (middle, verdicts[middle]), and: high)
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
