import TestHarness
import Testing

/// The counter of `Recorded.run` counts 0, 1, 6, -4, -3, 0, -1, -2, -1. Step 2 caused step 3, so it stays with it.
@Suite(.ownThreads)
struct TestCommandTests {
    private let sandbox: Sandbox

    init() throws { sandbox = try Sandbox(["run.jsonl": Recorded.run]) }

    // MARK: - The states that were recorded

    @Test func aRunWithoutARecordedStateIsNotCompared() throws {
        let lines = Recorded.lines.filter { !$0.contains(#""state":{"count":-"#) && !$0.contains("end") }
        try sandbox.write(Recorded.text(lines), to: "run.jsonl")
        let finished = try sandbox.run(["test", "run.jsonl"])
        #expect(
            finished.errors
                == """
                Warning: no state that reducers made was recorded, so none was compared. The test expects the state that this \
                program makes.

                """)
        #expect(finished.output.contains("@Test func theStateIsUnchanged() throws {"), "\(finished)")
    }
}
