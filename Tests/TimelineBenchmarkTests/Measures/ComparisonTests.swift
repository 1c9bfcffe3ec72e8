import TestHarness
import Testing

@testable import TimelineBenchmark

@Suite(.ownThreads)
struct ComparisonTests {
    @Test func allSidesRunInTurnAndEachRoundHasARatio() throws {
        var log: [String] = []
        var ours = [9.0, 1, 2, 3]
        var theirs = [9.0, 2, 2, 2]
        let comparison = Comparison(
            measure: "m", size: "s",
            ours: {
                log.append("ours")
                return ours.removeFirst()
            },
            peers: [
                .init(name: "peer", goal: 1) {
                    log.append("peer")
                    return theirs.removeFirst()
                }
            ])
        let findings = try comparison.findings(rounds: 3)
        #expect(log == ["ours", "peer", "ours", "peer", "ours", "peer", "ours", "peer"])
        #expect(findings.count == 1)
        #expect(findings[0].ours == Spread([1, 2, 3]))
        #expect(findings[0].theirs == Spread([2, 2, 2]))
        #expect(findings[0].ratio == Spread([0.5, 1, 1.5]))
        #expect(findings[0].isReached == true)
    }
}
