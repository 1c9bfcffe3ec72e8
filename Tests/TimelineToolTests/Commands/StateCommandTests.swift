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

    @Test func withoutAPositionTheLastStateIsPrinted() throws {
        let state = try sandbox.run(["state", "run.jsonl"])
        #expect(
            state
                == Finished(
                    output: """
                        {
                          "count": -1
                        }

                        """))
    }

    @Test(arguments: ["0", "4", "8", "end"])
    func aRecordedStateIsPrintedWithoutTheProgram(_ position: String) throws {
        let state = try sandbox.run(["state", "run.jsonl", position, "--json"], with: "bare-timeline")
        let same = try sandbox.run(["state", "run.jsonl", position, "--json"])
        #expect(state == same)
        #expect(state.status == 0)
    }

    @Test(arguments: [
        (["--path", "$.count"], "-1\n"), (["3", "--path", "/count"], "-4\n"), (["--path", "$.count", "-5"], "-4\n"),
        (["2", "--path", "$[*]", "--json"], "[6]\n"), (["2", "--path", "$..nobody", "--json"], "[]\n"),
        (["2", "--path", ""], "{\n  \"count\": 6\n}\n"),
    ])
    func aPathSelectsAPartOfTheStateWithOrWithoutAPosition(_ arguments: [String], _ output: String) throws {
        #expect(try sandbox.run(["state", "run.jsonl"] + arguments) == Finished(output: output))
    }
}
