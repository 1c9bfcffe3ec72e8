import TestHarness
import Testing

/// The counter of `Recorded.run` counts 0, 1, 6, -4, -3, 0, -1, -2, -1. Step 2 caused step 3, so it stays with it.
@Suite(.ownThreads)
struct TestCommandTests {
    private let sandbox: Sandbox

    init() throws { sandbox = try Sandbox(["run.jsonl": Recorded.run]) }

    private static let source = #"""
        @testable import CounterCore
        import Testing
        import TimelineTesting

        /// 2 steps of run 0c8b1a52-7a35-4b6b-9f0e-1f6a3c5d7e90, by `timeline test`.
        struct RunTests {
            @Test func theStateIsGood() throws {
                var run = TestRun(CounterProgram())
                try run.reduce(json: #"{"add":{"amount":0}}"#)
                try run.reduce(json: #"{"add":{"amount":-1}}"#)
                #expect(try !run.holds(#"$.count < 0"#))
            }
        }

        """#

    @Test func theSmallestRunIsWrittenAsATest() throws {
        #expect(try sandbox.run(["test", "run.jsonl", "--bad", "$.count < 0"]) == Finished(output: Self.source))
    }

    @Test func jsonHoldsTheSourceOrNamesTheFile() throws {
        let answer = try sandbox.run(["test", "run.jsonl", "--bad", "$.count < 0", "--json"])
        let escaped = Self.source.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"").replacing(
            "\n", with: "\\n")
        #expect(
            answer
                == Finished(output: #"{"name":"RunTests","steps":2,"ended":"minimal","source":"\#(escaped)"}"# + "\n"))
        #expect(
            try sandbox.run(["test", "run.jsonl", "--bad", "$.count < 0", "--json", "-o", "RunTests.swift"])
                == Finished(output: #"{"name":"RunTests","steps":2,"ended":"minimal","file":"RunTests.swift"}"# + "\n"))
        #expect(try sandbox.read("RunTests.swift") == Self.source)
        #expect(
            try sandbox.run(["test", "run.jsonl", "--bad", "$.count < 0", "-o", "RunTests.swift"])
                == Finished(errors: "Error: RunTests.swift already exists; --force replaces it\n", status: 73))
    }

    @Test func withoutAPredicateTheValuesThatChangedAreExpected() throws {
        #expect(
            try sandbox.run(["test", "run.jsonl", "--name", "CountTests"]).output.hasSuffix(
                ##"""
                        try run.reduce(json: #"{"increment":{}}"#)
                        #expect(try run.value(at: #"/count"#) == #"-1"#)
                    }
                }

                """##))
    }

    // MARK: - The states that were recorded

    @Test func aLastStateAsRecordedIsExpectedAsRecorded() throws {
        let finished = try sandbox.run(["test", "run.jsonl"])
        #expect(finished.errors == "" && finished.status == 0, "\(finished)")
        #expect(finished.output.contains("@Test func theStateIsAsRecorded() throws {"), "\(finished)")
        #expect(
            try sandbox.run(["test", "run.jsonl", "--json", "-o", "RunTests.swift"])
                == Finished(
                    output: #"{"name":"RunTests","steps":8,"recorded":{"seq":8,"agrees":true},"file":"RunTests.swift"}"#
                        + "\n"))
    }

    @Test func aStateThatDiffersFromTheRecordedOneIsNamed() throws {
        try sandbox.write(Recorded.run(line: 13, #"{"seq":8,"at":0.800000,"state":{"count":4}}"#), to: "run.jsonl")
        let finished = try sandbox.run(["test", "run.jsonl"])
        #expect(
            finished.errors
                == """
                Warning: the state after step 8 differs from the recorded one: the program has changed since, or it is not \
                pure. The test expects the state that this program makes.

                """)
        #expect(finished.output.contains("@Test func theStateIsUnchanged() throws {"), "\(finished)")
    }

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

    @Test func theLastRecordedStateMayComeBeforeTheEnd() throws {
        let lines = Recorded.lines.filter { !$0.contains(#""seq":8,"at":0.800000,"state""#) && !$0.contains("end") }
        try sandbox.write(Recorded.text(lines), to: "run.jsonl")
        let finished = try sandbox.run(["test", "run.jsonl"])
        #expect(
            finished.errors
                == """
                Warning: only the state after step 4 was compared with the recorded one; no later one was recorded. The \
                test expects the state that this program makes.

                """)
    }
}
