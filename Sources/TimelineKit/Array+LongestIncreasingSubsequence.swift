extension [Int] {
    /// A longest strictly increasing subsequence. Of several, it ends with the smallest element. O(n log n), by binary search:
    /// M. L. Fredman, "On computing the length of longest increasing subsequences", 1975.
    package func longestIncreasingSubsequence() -> [Int] {
        // tails[k]: the index of the smallest value that ends an increasing subsequence of length k + 1.
        var tails: [Int] = []
        // The index of the element before, in a longest subsequence that ends at an index; -1 if there is none.
        var previous = [Int](repeating: -1, count: count)
        for (index, value) in enumerated() {
            var (low, high) = (0, tails.count)
            if let last = tails.last, self[last] < value { low = high }
            while low < high {
                let middle = (low + high) / 2
                if self[tails[middle]] < value { low = middle + 1 } else { high = middle }
            }
            if low > 0 { previous[index] = tails[low - 1] }
            if low < tails.count { tails[low] = index } else { tails.append(index) }
        }
        var subsequence: [Int] = []
        var index = tails.last ?? -1
        while index >= 0 {
            subsequence.append(self[index])
            index = previous[index]
        }
        return subsequence.reversed()
    }
}
