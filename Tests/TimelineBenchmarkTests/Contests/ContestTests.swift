import Testing

@testable import TimelineBenchmark

struct ContestTests {
    @Test func allSidesRunInTurnAndEachRoundHasARatio() throws {
        var log: [String] = []
        var ours = [9.0, 1, 2, 3]
        var theirs = [9.0, 2, 2, 2]
        let contest = Contest(
            measure: "m", size: "s",
            ours: Contender(name: "ours") {
                log.append("ours")
                return ours.removeFirst()
            },
            peers: [
                (
                    Contender(name: "peer") {
                        log.append("peer")
                        return theirs.removeFirst()
                    }, .cost(atMost: 1)
                )
            ])
        let findings = try contest.findings(rounds: 3)
        #expect(log == ["ours", "peer", "ours", "peer", "ours", "peer", "ours", "peer"])
        #expect(findings.count == 1)
        #expect(findings[0].ours == Spread([1, 2, 3]))
        #expect(findings[0].theirs == Spread([2, 2, 2]))
        #expect(findings[0].ratio == Spread([0.5, 1, 1.5]))
        #expect(findings[0].isReached == true)
    }
}
