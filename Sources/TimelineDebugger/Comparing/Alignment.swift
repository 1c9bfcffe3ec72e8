/// A common subsequence of two sequences, in runs of equal elements, by Myers' algorithm. It is the longest one, unless the search for
/// it was cut short.
///
/// **Cost.** With N elements and D differences, time in proportion to N × D, and to N × `limit` at most; memory to `limit` squared.
package struct Alignment: Equatable {
    /// Elements that are equal and adjacent in both sequences: where they begin in each.
    package struct Run: Equatable {
        package var one, other: Int
        package var count: Int
    }

    /// Between two runs, at least one of the sequences has more elements.
    package private(set) var runs: [Run] = []
    /// A part of the sequences had more than `limit` differences, and was divided where the search had come furthest.
    package private(set) var wasCut = false

    package static var limit: Int { 512 }

    package init<Element: Hashable>(_ one: [Element], _ other: [Element], limit: Int = limit) {
        // What only one sequence has is in no common subsequence.
        let (inOne, inOther) = (Set(one), Set(other))
        let ones = one.indices.filter { inOther.contains(one[$0]) }
        let others = other.indices.filter { inOne.contains(other[$0]) }
        var (x, y) = (0, 0)
        while x < ones.count, y < others.count {
            let found = Self.matches(ones.count - x, others.count - y, limit) {
                one[ones[x + $0]] == other[others[y + $1]]
            }
            for (index, otherIndex) in found.pairs { add(ones[x + index], others[y + otherIndex]) }
            (x, y) = (x + found.end, y + found.otherEnd)
            if x < ones.count || y < others.count { wasCut = true }
        }
    }

    package var count: Int { runs.reduce(0) { $0 + $1.count } }

    private mutating func add(_ one: Int, _ other: Int) {
        if let last = runs.last, last.one + last.count == one, last.other + last.count == other {
            runs[runs.count - 1].count += 1
        } else {
            runs.append(Run(one: one, other: other, count: 1))
        }
    }

    /// The equal elements on a shortest edit path, and where it ends: at the end of both, or where the search came furthest.
    private static func matches(
        _ n: Int, _ m: Int, _ limit: Int, _ isEqual: (Int, Int) -> Bool
    ) -> (pairs: [(Int, Int)], end: Int, otherEnd: Int) {
        // For each number of edits, how far the paths come: element `i` is on diagonal 2 × `i` - edits.
        var reached: [[Int]] = []
        /// Where a path that takes one more edit begins, before equal elements.
        func start(_ edits: Int, _ i: Int) -> Int {
            if edits == 0 { return 0 }
            let right = i > 0 ? reached[edits - 1][i - 1] + 1 : unreachable
            let down = i < edits ? reached[edits - 1][i] : unreachable
            return max(right <= n ? right : unreachable, down - 2 * i + edits <= m ? down : unreachable)
        }
        var path: (edits: Int, i: Int)?
        for edits in 0...limit where path == nil {
            reached.append([])
            for i in 0...edits {
                var x = start(edits, i)
                while x >= 0, x < n, x - 2 * i + edits < m, isEqual(x, x - 2 * i + edits) { x += 1 }
                reached[edits].append(x)
                if x == n, x - 2 * i + edits == m { path = (edits, i) }
            }
        }
        var (edits, i) =
            path ?? (limit, reached[limit].indices.max { reached[limit][$0] - $0 < reached[limit][$1] - $1 }!)
        let end = reached[edits][i]
        let otherEnd = end - 2 * i + edits
        var pairs: [(Int, Int)] = []
        while true {
            let first = start(edits, i)
            pairs += (first..<reached[edits][i]).reversed().map { ($0, $0 - 2 * i + edits) }
            if edits == 0 { return (pairs.reversed(), end, otherEnd) }
            edits -= 1
            if i > 0, reached[edits][i - 1] + 1 == first { i -= 1 }
        }
    }

    private static var unreachable: Int { Int.min / 4 }
}
