/// A common subsequence of two sequences, in runs of equal elements, by Myers' algorithm in linear space. It is the longest one,
/// unless the search for it was cut short.
///
/// **Cost.** With N elements and D differences, time in proportion to N × D, and to N × `limit` at most.
package struct Alignment: Equatable {
    /// Elements that are equal and adjacent in both sequences: where they begin in each.
    package struct Run: Equatable {
        package var one: Int
        package var other: Int
        package var count: Int
    }

    /// Between two runs, at least one of the sequences has more elements.
    package let runs: [Run]
    /// A part of the sequences had more than twice `limit` differences, and was divided where the search had come furthest.
    package let wasCut: Bool

    package static var limit: Int { 256 }

    package init<Element: Hashable>(_ one: [Element], _ other: [Element], limit: Int = limit) {
        // What only one sequence has is in no common subsequence.
        let (inOne, inOther) = (Set(one), Set(other))
        let ones = one.indices.filter { inOther.contains(one[$0]) }
        let others = other.indices.filter { inOne.contains(other[$0]) }
        var runs: [Run] = []
        wasCut = Self.align(ones.map { one[$0] }, others.map { other[$0] }, limit) { index, otherIndex in
            let (one, other) = (ones[index], others[otherIndex])
            if let last = runs.last, last.one + last.count == one, last.other + last.count == other {
                runs[runs.count - 1].count += 1
            } else {
                runs.append(Run(one: one, other: other, count: 1))
            }
        }
        self.runs = runs
    }

    package var count: Int { runs.reduce(0) { $0 + $1.count } }

    /// Returns whether it was cut.
    private static func align<Element: Equatable>(
        _ one: [Element], _ other: [Element], _ limit: Int, match: (Int, Int) -> Void
    ) -> Bool {
        var wasCut = false
        var boxes = [(one.indices, other.indices)]
        while var (ones, others) = boxes.popLast() {
            while let index = ones.first, let otherIndex = others.first, one[index] == other[otherIndex] {
                match(index, otherIndex)
                ones.removeFirst()
                others.removeFirst()
            }
            let (end, otherEnd) = (ones.upperBound, others.upperBound)
            while let index = ones.last, let otherIndex = others.last, one[index] == other[otherIndex] {
                ones.removeLast()
                others.removeLast()
            }
            if ones.upperBound < end { boxes.append((ones.upperBound..<end, others.upperBound..<otherEnd)) }
            if ones.isEmpty || others.isEmpty { continue }
            let (x, y) = middle(one[ones], other[others], limit, &wasCut)
            boxes.append((ones.lowerBound + x..<ones.upperBound, others.lowerBound + y..<others.upperBound))
            boxes.append((ones.lowerBound..<ones.lowerBound + x, others.lowerBound..<others.lowerBound + y))
        }
        return wasCut
    }

    /// A point of a shortest edit path, neither its start nor its end. Both sequences begin and end with different elements.
    private static func middle<Element: Equatable>(
        _ one: ArraySlice<Element>, _ other: ArraySlice<Element>, _ limit: Int, _ wasCut: inout Bool
    ) -> (Int, Int) {
        let (n, m) = (one.count, other.count)
        let bound = min((n + m + 1) / 2, limit)
        // For each diagonal, from -bound - 1, how far the paths from the start, and those from the end, have come.
        var forward = [Int](repeating: unreachable, count: 2 * bound + 3)
        var backward = forward
        /// Takes one more edit on diagonal `k`, then equal elements.
        func advanced(_ reached: [Int], _ edits: Int, _ k: Int, _ isEqual: (Int, Int) -> Bool) -> Int {
            let (right, down) = (reached[bound + k] + 1, reached[bound + 2 + k])
            var x = edits == 0 ? 0 : max(right <= n ? right : unreachable, down - k <= m ? down : unreachable)
            while x >= 0, x < n, x - k < m, isEqual(x, x - k) { x += 1 }
            return x
        }
        let (start, otherStart, end, otherEnd) = (one.startIndex, other.startIndex, one.endIndex, other.endIndex)
        for edits in 0...bound {
            for k in stride(from: -edits, through: edits, by: 2) {
                let x = advanced(forward, edits, k) { one[start + $0] == other[otherStart + $1] }
                forward[bound + 1 + k] = x
                let opposite = n - m - k
                if abs(opposite) < edits, x + backward[bound + 1 + opposite] >= n { return (x, x - k) }
            }
            for k in stride(from: -edits, through: edits, by: 2) {
                let x = advanced(backward, edits, k) { one[end - 1 - $0] == other[otherEnd - 1 - $1] }
                backward[bound + 1 + k] = x
                let opposite = n - m - k
                if abs(opposite) <= edits, x + forward[bound + 1 + opposite] >= n { return (n - x, m - (x - k)) }
            }
        }
        wasCut = true
        let furthest = stride(from: -bound, through: bound, by: 2).max {
            2 * forward[bound + 1 + $0] - $0 < 2 * forward[bound + 1 + $1] - $1
        }
        let k = furthest ?? 0
        return (forward[bound + 1 + k], forward[bound + 1 + k] - k)
    }

    private static var unreachable: Int { Int.min / 4 }
}
