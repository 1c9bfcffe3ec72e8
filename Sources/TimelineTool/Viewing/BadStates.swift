internal import TimelineDebugger

/// A class, because the closure that visits states adds to it. Not thread-safe.
final class BadStates<State> {
    enum Kind {
        case condition(String)
        case invariant(String)
    }

    let kind: Kind
    private let predicate: any StatePredicate<State>
    private(set) var positions = RangeSet<Int>()
    private var start: Int?
    private var last: Int?
    private(set) var first: (bad: Int, good: Int?)?
    /// The same of the last stretch of bad states.
    private(set) var latest: (bad: Int, good: Int?)?
    private var lastGood: Int?

    init(_ kind: Kind, _ predicate: any StatePredicate<State>) {
        self.kind = kind
        self.predicate = predicate
    }

    func visit(_ state: State, at seq: Int) throws { visit(isBad: try isBad(state), at: seq) }

    func isBad(_ state: State) throws -> Bool { try predicate.verdict(on: state) == .bad }

    func visit(isBad: Bool, at seq: Int) {
        if !isBad || last != seq - 1 { endRun() }
        if isBad {
            if start == nil { (start, latest) = (seq, (seq, lastGood)) }
            if first == nil { first = latest }
        } else {
            lastGood = seq
        }
        last = seq
    }

    /// Forgets the states so far where the next one does not come from the last one.
    func forgetState() {
        endRun()
        lastGood = nil
    }

    func endRun() {
        if let start, let last { positions.insert(contentsOf: start..<last + 1) }
        start = nil
    }

    var unseenPaths: [String] { predicate.unseenPaths }
}
