import TestHarness
import Testing

@testable import TimelineBenchmark

@Suite(.ownThreads)
struct ReportTableTests {
    @Test func aTableShowsRatiosGoalsAndMissingPeers() {
        let findings = [
            Finding(
                measure: "record", size: "state 1KB", peer: "bare write(2)", ours: Spread([2e-6]),
                theirs: Spread([1e-6]), ratio: Spread([1.9, 2, 2.2]), goal: 2),
            Finding(
                measure: "coding", size: "an action", peer: "JSONEncoder", ours: Spread([1e-6]), theirs: Spread([5e-6]),
                ratio: Spread([4.5, 5, 6]), isSpeed: true, goal: 6),
            Finding(
                measure: "bisect, probes", size: "1 million steps", ours: Spread([21]), goal: 22, unit: "probes"),
            Finding(measure: "commands, diff", size: "states of 10MB", ours: Spread([1.5]), goal: 2),
            .missing("state", size: "1 million steps", peer: "DuckDB"),
        ]
        #expect(
            ReportTable(findings: findings).text == """
                | measure        | size            | peer          | ours        | theirs  | ratio: min / median / max    | goal     | result  |
                | -------------- | --------------- | ------------- | ----------- | ------- | ---------------------------- | -------- | ------- |
                | record         | state 1KB       | bare write(2) | 2.00 µs     | 1.00 µs | 1.90 / 2.00 / 2.20 ×         | ≤ 2.00   | reached |
                | coding         | an action       | JSONEncoder   | 1.00 µs     | 5.00 µs | 4.50 / 5.00 / 6.00 × as fast | ≥ 6.00   | missed  |
                | bisect, probes | 1 million steps |               | 21.0 probes |         |                              | ≤ 22.0   | reached |
                | commands, diff | states of 10MB  |               | 1.50 s      |         |                              | ≤ 2.00 s | reached |
                | state          | 1 million steps | DuckDB        |             |         | DuckDB is not installed      |          |         |
                """)
    }
}
