import Testing
import TimelineTestHarness

@testable import TimelineBenchmark

@Suite(.ownThreads)
struct MeasureTests {
    @Test func allSidesRunInTurnAndEachRoundHasARatio() throws {
        var log: [String] = []
        var ours = [[9.0, 0], [1, 5], [2, 7], [3, 6]]
        var theirs = [9.0, 2, 2, 2]
        let peer = Measure.Peer("peer", goal: 1) {
            log.append("peer")
            return theirs.removeFirst()
        }
        let measure = Measure(
            [.init("m"), .init("n", unit: "MB", goal: 5)], "s", peers: [peer, Measure.Peer("other", run: nil)]
        ) {
            log.append("ours")
            return ours.removeFirst()
        }
        let findings = try measure.findings(rounds: 3)
        #expect(log == ["ours", "peer", "ours", "peer", "ours", "peer", "ours", "peer"])
        #expect(
            findings.map(\.row) == [
                "| m | s | peer | 2.00 s | 2.00 s | 0.500 / 1.00 / 1.50 × | ≤ 1.00 | reached |",
                "| m | s | other |  |  | other is not installed |  |  |",
                "| n | s |  | 6.00 MB |  |  | ≤ 5.00 MB | missed |",
            ])
    }

    @Test func aLongRunIsNotWarmedUpAndHasFewRounds() throws {
        var readings = [4.0, 5, 6]
        let measure = Measure([.init("m")], "s", mostRounds: 2) { [readings.removeFirst()] }
        #expect(try measure.findings(rounds: 5).map(\.ours) == [Spread([4, 5])])
        #expect(readings == [6])
    }

    @Test func aMeasureWithoutItsToolIsListedAsSkipped() throws {
        let measure = Measure("view", "s") { throw MissingTool(description: "Node.js is not installed") }
        #expect(
            try measure.findings(rounds: 1).map(\.row) == ["| view | s |  |  |  | Node.js is not installed |  |  |"])
    }
}
