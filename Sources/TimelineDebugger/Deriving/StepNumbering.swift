internal import TimelineKit

package struct StepNumbering: Sendable {
    /// In order; `before` counts the steps skipped before the range.
    private var skipped: [(range: Range<Int>, before: Int)] = []
    /// In order; `through` counts the steps inserted up to there.
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

    /// A step that is left out has the position of the step before it.
    package func edited(_ seq: Int) -> Int {
        let next = skipped.partitioningIndex { $0.range.lowerBound > seq }
        let skippedCount =
            next > 0
            ? skipped[next - 1].before + min(seq + 1, skipped[next - 1].range.upperBound)
                - skipped[next - 1].range.lowerBound : 0
        let later = inserted.partitioningIndex { $0.after >= seq }
        return seq - skippedCount + (later > 0 ? inserted[later - 1].through : 0)
    }

    /// The last that corresponds. An inserted step has the position of the step that it follows.
    package func recorded(_ seq: Int, in range: ClosedRange<Int>) -> Int {
        (range.lowerBound + 1..<range.upperBound + 1).partitioningIndex { edited($0) > seq } - 1
    }
}
