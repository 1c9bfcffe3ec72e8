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

    func visit(_ state: State, at seq: Int) throws { visit(isBad: try isBad(state), at: seq) }

    func isBad(_ state: State) throws -> Bool { try predicate.verdict(on: state) == .bad }

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
