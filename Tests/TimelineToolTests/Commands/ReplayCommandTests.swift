import Testing
import TimelineTestSupport

@Suite(.ownThreads)
struct ReplayCommandTests {
    private let sandbox = Sandbox(["run.jsonl": Recorded.run])

    @Test func stepsComeAtTheirTimes() throws {
        let start = ContinuousClock.now
        let slow = try sandbox.run(["replay", "run.jsonl", "--from", "6"])
        let time = ContinuousClock.now - start
        #expect(slow.output.hasSuffix("2 steps replayed. It agrees with 1 recorded state.\n"))
        // From 0.6 to 0.8 seconds: not sooner; the delay after that depends on the machine.
        #expect(time >= .milliseconds(200))
        let cut = try sandbox.run(["replay", "run.jsonl", "--from", "6", "--speed", "0.01", "--idle-limit", "0"])
        #expect(cut == slow)
    }
}
