import Testing
import TimelineTestHarness

@testable import TimelineBenchmark

@Suite(.ownThreads)
struct SpreadTests {
    @Test(arguments: [
        ([3.0], [3.0, 3, 3]), ([5, 1, 2], [1, 2, 5]), ([4, 1, 2, 9], [1, 3, 9]),
    ]) func spreadIsMinimumMedianAndMaximum(readings: [Double], expected: [Double]) {
        let spread = Spread(readings)
        #expect([spread.minimum, spread.median, spread.maximum] == expected)
    }
}
