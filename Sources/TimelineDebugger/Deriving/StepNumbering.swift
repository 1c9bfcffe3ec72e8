internal import TimelineJournal

/// Maps the numbers of recorded steps to those of an edited timeline, and back. Each query is a binary search.
package struct StepNumbering: Sendable {
    /// The skipped ranges in order, each with the number of skipped steps before it.
    private var skipped: [(range: Range<Int>, before: Int)] = []
    /// The positions after which steps are inserted in order, each with the number of steps that are inserted up to it.
    private var inserted: [(after: Int, through: Int)] = []

    package init(_ edits: TimelineEdits) {
        var count = 0
        for range in edits.skipped.ranges {
            skipped.append((range, count))
            count += range.count
        }
        count = 0
        for (after, actions) in edits.inserted.sorted(by: { $0.key < $1.key }) {
            count += actions.count
            inserted.append((after, count))
        }
    }

    /// The position in the edited timeline that corresponds to a recorded one. The position of a step that is left out is that of
    /// the step before it.
    package func edited(_ seq: Int) -> Int {
        let next = skipped.partitioningIndex { $0.range.lowerBound > seq }
        let skippedCount =
            next > 0
            ? skipped[next - 1].before + min(seq + 1, skipped[next - 1].range.upperBound)
                - skipped[next - 1].range.lowerBound : 0
        let later = inserted.partitioningIndex { $0.after >= seq }
        return seq - skippedCount + (later > 0 ? inserted[later - 1].through : 0)
    }

    /// The last recorded position of `range` that corresponds to a position in the edited timeline. The position of an inserted
    /// step is that of the step that it follows.
    package func recorded(_ seq: Int, in range: ClosedRange<Int>) -> Int {
        var (low, high) = (range.lowerBound, range.upperBound)
        while low < high {
            let middle = high - (high - low) / 2
            if edited(middle) <= seq { low = middle } else { high = middle - 1 }
        }
        return low
    }
}
