internal import TimelineKit
internal import TimelineReplay

/// The arrows from steps to those that they caused. 16 bytes for each.
struct CausedSteps {
    private var pairs: [(cause: Int, effect: Int)] = []
    private var next = 0
    private let first: Int
    private let gaps: [Gap]

    init(of journal: Journal) throws {
        (first, gaps) = (journal.first, try journal.index.gaps)
        var lines = journal.lines()
        while let line = try lines.next() {
            guard case .step(let step) = line.content, let cause = step.cause, isCaused(step) else { continue }
            pairs.append((cause, step.seq))
        }
        pairs.sort { ($0.cause, $0.effect) < ($1.cause, $1.effect) }
    }

    /// Whether its cause is a step of the timeline before it.
    func isCaused(_ step: Step) -> Bool {
        guard let cause = step.cause, cause > first, cause < step.seq else { return false }
        // The last gap that begins at or before the cause.
        let gap = gaps.partitioningIndex { $0.seq > cause } - 1
        return gap < 0 || gaps[gap].through < cause
    }

    /// Call this with ascending numbers of steps.
    mutating func effects(of seq: Int) -> [Int] {
        while next < pairs.count, pairs[next].cause < seq { next += 1 }
        let start = next
        while next < pairs.count, pairs[next].cause == seq { next += 1 }
        return pairs[start..<next].map(\.effect)
    }
}
