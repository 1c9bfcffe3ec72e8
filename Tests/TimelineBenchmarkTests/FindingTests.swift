import Testing
import TimelineTestHarness

@testable import TimelineBenchmark

@Suite(.ownThreads)
struct FindingTests {
    @Test(arguments: [
        (
            Finding(
                measure: "record", size: "state 1KB", peer: "bare write(2)", ours: Spread([2e-6]),
                theirs: Spread([1e-6]), ratio: Spread([1.9, 2, 2.2]), goal: 2),
            "| record | state 1KB | bare write(2) | 2.00 µs | 1.00 µs | 1.90 / 2.00 / 2.20 × | ≤ 2.00 | reached |"
        ),
        (
            Finding(
                measure: "coding", size: "an action", peer: "JSONEncoder", ours: Spread([1e-6]), theirs: Spread([5e-6]),
                ratio: Spread([4.5, 5, 6]), isSpeed: true, goal: 6),
            "| coding | an action | JSONEncoder | 1.00 µs | 5.00 µs | 4.50 / 5.00 / 6.00 × as fast | ≥ 6.00 | missed |"
        ),
        (
            Finding(measure: "bisect, probes", size: "1 million steps", ours: Spread([21]), goal: 22, unit: "probes"),
            "| bisect, probes | 1 million steps |  | 21.0 probes |  |  | ≤ 22.0 probes | reached |"
        ),
        (
            Finding(measure: "commands, diff", size: "states of 10MB", ours: Spread([1.5]), goal: 2),
            "| commands, diff | states of 10MB |  | 1.50 s |  |  | ≤ 2.00 s | reached |"
        ),
        (
            Finding(measure: "state", size: "1 million steps", peer: "DuckDB", missing: "DuckDB is not installed"),
            "| state | 1 million steps | DuckDB |  |  | DuckDB is not installed |  |  |"
        ),
    ])
    func aRowShowsRatiosGoalsAndMissingPeers(finding: Finding, row: String) {
        #expect(finding.row == row)
    }

    @Test func growthDividesByTheSizeBefore() throws {
        let small = Finding(measure: "state", size: "1,000 steps", ours: Spread([1, 2, 3]))
        let large = Finding(measure: "state", size: "1 million steps", ours: Spread([2, 3, 6]))
        let growth = try #require(large.growth(from: small, goal: 1.3))
        #expect(
            growth.row
                == "| state, growth | 1 million steps | itself, 1,000 steps | 3.00 s | 2.00 s | 1.50 / 1.50 / 1.50 × "
                + "| ≤ 1.30 | missed |")
    }
}
