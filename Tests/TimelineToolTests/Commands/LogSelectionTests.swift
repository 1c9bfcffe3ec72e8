import Testing
import TimelineTestHarness

/// The counter of `Recorded.run` counts 0, 1, 6, -4, -3, 0, -1, -2, -1.
@Suite(.ownThreads)
struct LogSelectionTests {
    private let sandbox: Sandbox

    init() throws { sandbox = try Sandbox(["run.jsonl": Recorded.run]) }

    private func log(_ arguments: String...) throws -> Finished {
        try sandbox.run(["log", "run.jsonl"] + arguments)
    }

    @Test func theStepsOfALongRunThatChangedAPathAreListed() throws {
        let changing: Set = [340, 681, 1023]
        var lines = Array(Recorded.lines[..<2])
        for seq in 1...1024 {
            let amount = changing.contains(seq) ? 1 : 0
            lines.append(#"{"seq":\#(seq),"at":1.000000,"action":{"add":{"amount":\#(amount)}},"from":"user"}"#)
        }
        let sandbox = try Sandbox(["run.jsonl": Recorded.text(lines)])
        let found = try sandbox.run(["log", "run.jsonl", "--touching", "$.count", "--json"])
        #expect(found.output == Recorded.text(changing.sorted().map { lines[$0 + 1] }))
        let tree = try sandbox.run(["log", "run.jsonl", "--touching", "$.count", "--from-origin", "user", "--tree"])
        #expect(tree.output.split(separator: "\n").count == changing.count)
        #expect(try sandbox.run(["log", "run.jsonl", "--touching", "$.count", "--where", "$.reset"]).status == 1)
    }
}
