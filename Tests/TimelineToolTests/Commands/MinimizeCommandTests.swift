import Foundation
import TestHarness
import Testing

/// The counter of `Recorded.run` counts 0, 1, 6, -4, -3, 0, -1, -2, -1.
@Suite(.ownThreads)
struct MinimizeCommandTests {
    private let sandbox: Sandbox

    init() throws { sandbox = try Sandbox(["run.jsonl": Recorded.run]) }

    @Test func controlCKeepsTheBestSoFar() throws {
        let command = #"touch judged; sleep 0.2; read state; test "${state%-*}" = "$state""#
        let path = "\(sandbox.folder)/judged"
        let finished = try sandbox.run(["minimize", "run.jsonl", "--run", command]) { id in
            while !FileManager.default.fileExists(atPath: path) { usleep(10_000) }
            usleep(500_000)
            kill(id, SIGINT)
        }
        #expect(finished.status == 0, "\(finished)")
        #expect(finished.output.contains("Interrupted: this is the best so far, and fewer steps may be enough.\n"))
        #expect(try sandbox.run(["replay", "run.minimal.jsonl", "--verify"]).status == 0)
    }
}
