import TestHarness
import Testing

@Suite(.ownThreads)
struct DiffCommandTests {
    private let sandbox: Sandbox

    init() throws { sandbox = try Sandbox(["run.jsonl": Recorded.run]) }

    @Test func whatChangedIsShown() throws {
        let diff = try sandbox.run(["diff", "run.jsonl", "2", "3"])
        #expect(diff == Finished(output: "  $.count  6 → -4\n"))
    }

    @Test func theDifferenceInJSONIsAPatch() throws {
        let diff = try sandbox.run(["diff", "run.jsonl", "2", "-5", "--json"])
        #expect(diff == Finished(output: #"[{"op":"replace","path":"/count","value":-4}]"# + "\n"))
    }

    @Test func equalStatesAreReportedAsEqual() throws {
        let diff = try sandbox.run(["diff", "run.jsonl", "6", "end"])
        #expect(diff == Finished(output: "The states after steps 6 and 8 are equal.\n"))
        let patch = try sandbox.run(["diff", "run.jsonl", "6", "end", "--json"])
        #expect(patch == Finished(output: "[]\n"))
    }
}
