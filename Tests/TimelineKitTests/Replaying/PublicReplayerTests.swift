import Foundation
import TestSupport
import Testing
import TimelineKit

/// Uses only the public interface.
struct PublicReplayerTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    @Test func itStepsCountsAndConfirms() throws {
        var replayer = try Replayer(program: Sum(), timeline: try recorded())
        var states: [Int] = [try replayer.state(at: 0)]
        var actions: [Int] = []
        while let step = try replayer.next() {
            #expect(step.seq == replayer.position)
            if case .reduced(let action) = step.kind { actions.append(action) }
            states.append(step.state)
        }
        #expect(states == [0, 1, 3, 6, 106, 110])
        #expect(actions == [1, 2, 3, 4])
        #expect(replayer.divergence == nil)
        #expect(replayer.counts.replayed == 4)
        #expect(replayer.counts.sets == 1)
        #expect(replayer.counts.skipped == 0)
        #expect(replayer.counts.confirmed == 4)
        #expect(replayer.counts.steps == 5)
    }

    @Test func aDivergenceIsReportedWithItsPaths() throws {
        var replayer = try Replayer(program: Sum(times: 2), timeline: try recorded())
        while try replayer.next() != nil {}
        let divergence = try #require(replayer.divergence)
        #expect(divergence.seq == 1)
        #expect(divergence.agreedUpTo == 0)
        #expect((divergence.recorded, divergence.replayed) == (1, 2))
        #expect(divergence.paths == ["$"])
        #expect(divergence.unstablePaths == [])
        #expect(!divergence.isOnlyAtUnstablePaths)
        #expect(replayer.counts.confirmed == 0)
    }

    @Test func aFreshReplayTriesChangedCode() throws {
        let path = try recorded()
        var recorded = try Replayer(program: Sum(times: 2), timeline: path)
        var fresh = try Replayer(program: Sum(times: 2), timeline: path, fresh: true)
        #expect(try recorded.state(at: 3) == 6)
        #expect(try fresh.state(at: 3) == 12)
        #expect(try fresh.state(at: 5) == 114)
        #expect(!recorded.isFresh && fresh.isFresh)
    }

    @Test(arguments: [-1, 6, .min, .max])
    func aPositionOutOfRangeThrows(_ position: Int) throws {
        let path = try recorded()
        var replayer = try Replayer(program: Sum(), timeline: path)
        #expect((replayer.first, replayer.last) == (0, 5))
        let error = #expect(throws: ReplayError.self) { try replayer.state(at: position) }
        #expect(error?.description == "there is no position \(position) in \(path): it has positions 0 to 5")
        #expect(try replayer.state(at: 5) == 110)
    }

    /// Adds 1, 2 and 3, sets 100 from outside, and adds 4, with a snapshot of every step.
    private func recorded() throws -> String {
        let path = folder.file("sum.jsonl")
        try """
        {"timeline":1,"session":"0c8b1a52-7a35-4b6b-9f0e-1f6a3c5d7e90","program":"sum","version":"1",\
        "started":"2026-11-21T04:31:05.123456Z","segment":1,"platform":{"os":"Linux","arch":"x86_64","swift":"6.3.1"}}
        {"seq":0,"at":0,"state":0}
        {"seq":1,"at":0,"action":1}
        {"seq":1,"at":0,"state":1}
        {"seq":2,"at":0,"action":2}
        {"seq":2,"at":0,"state":3}
        {"seq":3,"at":0,"action":3}
        {"seq":3,"at":0,"state":6}
        {"seq":4,"at":0,"set":106,"by":"outside"}
        {"seq":4,"at":0,"state":106}
        {"seq":5,"at":0,"action":4}
        {"seq":5,"at":0,"state":110}

        """.write(toFile: path, atomically: true, encoding: .utf8)
        return path
    }

    private struct Sum: Program {
        let name = "sum"
        let version = "1"
        let initialState = 0
        var times = 1

        func reduce(_ state: inout Int, _ action: Int) { state += times * action }
    }
}
