import Testing

@testable import TimelineBenchmark

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

    @Test func growthDividesByTheSizeBefore() throws {
        let small = Finding(measure: "state", size: "1,000 steps", ours: Spread([1, 2, 3]))
        let large = Finding(measure: "state", size: "1 million steps", ours: Spread([2, 3, 6]))
        #expect(
            try #require(large.growth(from: small, goal: 1.3)).row
                == "| state, growth | 1 million steps | itself, 1,000 steps | 3.00 s | 2.00 s | 1.50 / 1.50 / 1.50 × "
                + "| ≤ 1.30 | missed |")
        let speed = Finding(
            measure: "coding", size: "an action", peer: "JSONEncoder", ours: Spread([1.234e-6]),
            theirs: Spread([5e-3, 7, 6e-3, 5e-3]), ratio: Spread([4.5, 5, 123.4]), isSpeed: true, goal: 6)
        #expect(
            speed.row
                == "| coding | an action | JSONEncoder | 1.23 µs | 5.50 ms | 4.50 / 5.00 / 123 × as fast | ≥ 6.00 | missed |"
        )
    }
}
