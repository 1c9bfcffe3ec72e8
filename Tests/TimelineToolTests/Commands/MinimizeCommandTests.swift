import Foundation
import Testing
import TimelineTestSupport

/// The counter of `Recorded.run` counts 0, 1, 6, -4, -3, 0, -1, -2, -1.
@Suite(.ownThreads)
struct MinimizeCommandTests {
    private let sandbox: Sandbox

    init() throws { sandbox = try Sandbox(["run.jsonl": Recorded.run]) }

    @Test func controlCKeepsTheBestSoFar() throws {
        let command = #"echo >> judged; sleep 0.2; read state; test "${state%-*}" = "$state""#
        let path = "\(sandbox.folder)/judged"
        let finished = try sandbox.run(["minimize", "run.jsonl", "--run", command]) { id in
            // The first and the last state are judged before the search.
            while (FileManager.default.contents(atPath: path) ?? Data()).count < 4 { usleep(10_000) }
            kill(id, SIGINT)
        }
        #expect(finished.status == 0, "\(finished)")
        #expect(finished.output.contains("Interrupted: this is the best so far, and fewer steps may be enough.\n"))
        #expect(try sandbox.run(["replay", "run.minimal.jsonl", "--verify"]).status == 0)
    }
}
