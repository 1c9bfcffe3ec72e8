import Testing
import TimelineTestHarness

/// The counter of `Recorded.run` counts 0, 1, 6, -4, -3, 0, -1, -2, -1.
@Suite(.ownThreads)
struct BlameCommandTests {
    private let sandbox: Sandbox

    init() throws { sandbox = try Sandbox(["run.jsonl": Recorded.run]) }

    private func blame(_ arguments: String...) throws -> Finished {
        try sandbox.run(["blame", "run.jsonl"] + arguments)
    }

    @Test func aLongTimelineIsSearchedFromItsEnd() throws {
        var lines = Array(Recorded.lines[..<2])
        for seq in 1...6_000 {
            let action = seq == 100 || seq == 5_990 ? "increment" : #"add":{"amount":0},"x"#
            lines.append(#"{"seq":\#(seq),"at":1.000000,"action":{"\#(action)":{}}}"#.replacing(#","x":{}"#, with: ""))
            if seq % 500 == 0 {
                lines.append(
                    #"{"seq":\#(seq),"at":1.000000,"state":{"count":\#(seq < 100 ? 0 : seq < 5_990 ? 1 : 2)}}"#)
            }
        }
        try sandbox.write(Recorded.text(lines), to: "run.jsonl")
        func answer(_ seq: Int, _ before: Int, at: Int, confirmedBy: Int) -> Finished {
            Finished(
                output: """
                    \(String(repeating: " ", count: 7 - "\(seq)".count))\(seq)     1.000            increment
                                                   $.count  \(before) → \(before + 1)
                    No later step up to step \(at) changed $.count.
                    Replay agrees with the state recorded after step \(confirmedBy).

                    """)
        }
        #expect(try blame("$.count", "--at", "end") == answer(5_990, 1, at: 6_000, confirmedBy: 6_000))
        #expect(try blame("$.count", "--at", "5989") == answer(100, 0, at: 5_989, confirmedBy: 6_000))
        #expect(try blame("$.count", "--at", "300") == answer(100, 0, at: 300, confirmedBy: 500))
        #expect(try blame("$.count", "--at", "5989", "--from", "101").status == 1)
    }
}
