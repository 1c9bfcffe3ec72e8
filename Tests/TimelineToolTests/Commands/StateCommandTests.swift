import TestHarness
import Testing

@Suite(.ownThreads)
struct StateCommandTests {
    private let sandbox: Sandbox

    init() throws { sandbox = try Sandbox(["run.jsonl": Recorded.run]) }

    @Test(arguments: [
        ("7", -2), ("0", 0), ("end", -1), ("-5", -4), ("@0.45s", -3), ("@0s", 0), ("@99s", -1), ("%before reset", -4),
    ])
    func theStateAtAPositionIsPrinted(_ position: String, _ count: Int) throws {
        let state = try sandbox.run(["state", "run.jsonl", position, "--json"])
        #expect(state == Finished(output: #"{"count":\#(count)}"# + "\n"))
    }
}
