import Testing
import TimelineKit
import TimelineTestSupport

struct LongestIncreasingSubsequenceTests {
    @Test(arguments: [
        ([], []), ([7], [7]), ([0, 1, 2, 3], [0, 1, 2, 3]), ([3, 2, 1, 0], [0]), ([3, 0, 1, 2], [0, 1, 2]),
        ([1, 2, 3, 0], [1, 2, 3]), ([2, 3, 0, 1], [0, 1]), ([2, 2, 2], [2]), ([1, 2, 2, 3, 1], [1, 2, 3]),
    ])
    func itIsTheOneThatEndsWithTheSmallestLastElement(values: [Int], expected: [Int]) {
        #expect(values.longestIncreasingSubsequence() == expected)
    }

    @Test func noSubsequenceThatIncreasesIsLonger() {
        let seed = Harness.seed
        var random = Seed(seed)
        for _ in 0..<Harness.count(small: 500, full: 10_000) {
            let values = (0..<Int.random(in: 0...9, using: &random)).map { _ in Int.random(in: 0..<10, using: &random) }
            let found = values.longestIncreasingSubsequence()
            let all = Self.increasingSubsequences(of: values)
            let longest = all.filter { $0.count == all.map(\.count).max() }
            #expect(longest.contains(found), "\(values): \(found), seed \(seed)")
            #expect(found.last == longest.compactMap(\.last).min(), "\(values): \(found), seed \(seed)")
        }
    }

    /// All that increase strictly, the empty one included.
    private static func increasingSubsequences(of values: [Int]) -> [[Int]] {
        values.reduce(into: [[]]) { found, value in
            found += found.filter { $0.last.map { $0 < value } ?? true }.map { $0 + [value] }
        }
    }
}
