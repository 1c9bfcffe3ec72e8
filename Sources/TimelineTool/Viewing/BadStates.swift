internal import TimelineDebugger

/// A class, because the closure that visits states adds to it. Not thread-safe.
final class BadStates<State> {
    let rule: Rule
    private let predicate: any StatePredicate<State>
    private(set) var positions = RangeSet<Int>()
    private(set) var first: (bad: Int, good: Int?)?
    /// The same of the last stretch of bad states.
    private(set) var latest: (bad: Int, good: Int?)?
    private var lastBad, lastGood: Int?

    init(_ rule: Rule, _ predicate: any StatePredicate<State>) { (self.rule, self.predicate) = (rule, predicate) }

    var readsChanges: Bool { predicate.readsChanges }

    func visit(_ state: State, at seq: Int, from change: StateChange<State>?) throws {
        visit(isBad: try predicate.verdict(on: state, from: change) == .bad, at: seq)
    }

    /// For states in any order, in which what must follow is not judged.
    func isBad(_ state: State, from change: StateChange<State>?) throws -> Bool {
        if predicate is ResponsePredicate<State> { return false }
        return try predicate.verdict(on: state, from: change) == .bad
    }

    func visit(isBad: Bool, at seq: Int) {
        guard isBad else { return lastGood = seq }
        if lastBad != seq - 1 { latest = (seq, lastGood) }
        first = first ?? latest
        positions.insert(contentsOf: seq..<seq + 1)
        lastBad = seq
    }

    /// Forgets the states so far where the next one does not come from the last one.
    func forgetState() { (lastBad, lastGood) = (nil, nil) }

    var unseenPaths: [String] { predicate.unseenPaths }
}

/// Judges the states of a source, which are visited in order.
struct RuleWalk<Source: StateSource> {
    private let rules: [BadStates<Source.State>]
    private var changes: StateChanges<Source.State>?

    init(_ rules: [BadStates<Source.State>], _ source: Source) {
        self.rules = rules
        changes = rules.contains(where: \.readsChanges) ? source.changes(after: 0) : nil
    }

    /// - Parameter isKnown: The state was judged before.
    mutating func visit(_ state: Source.State, at seq: Int, isKnown: Bool = false) throws {
        let change = try changes?.change(to: state, at: seq)
        if !isKnown { for rule in rules { try rule.visit(state, at: seq, from: change) } }
    }

    /// The next state does not come from the last one.
    mutating func forgetState() {
        changes?.forgetState()
        rules.forEach { $0.forgetState() }
    }
}
