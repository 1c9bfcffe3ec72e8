import Testing
import TimelineTestSupport

@Suite(.ownThreads)
struct SeveralTimelinesTests {
    /// Two that count to 3 and to 1, one with damage, and one of no known program.
    private let sandbox = Sandbox([
        "a.jsonl": Recorded.run, "runs/b.jsonl": Recorded.text(Array(Recorded.lines[..<4])), "bad.jsonl": "{}\n",
    ])

    @Test(arguments: [
        ("log a.jsonl runs --count", 0), ("log runs --count --where '$.nope'", 1),
        ("log bad.jsonl runs --where '$.nope'", 2), ("log a.jsonl runs --json", 64),
        ("when a.jsonl bad.jsonl runs '$.count > 0' --count", 0), ("when runs --change '$.after.count > 0' --count", 0),
        ("blame a.jsonl runs '$.count' --count", 0), ("blame bad.jsonl '$.count' --count", 2),
    ])
    func eachTimelineIsAskedAsIfAlone(command: String, status: Int) throws {
        let run = try sandbox.shell("counter-timeline \(command)")
        #expect(run.status == status, "\(run)")
        let words = command.split(separator: " ", maxSplits: 1)
        let counts = ["log": "map(select(.action)) | length", "when": ".[0].true", "blame": ".[0].changes | length"]
        // Each count is that of the lines, or of the answer, that the file alone gives.
        for match in run.output.matches(of: /(?m)^(.*jsonl): (\d+)$/) {
            let rest = words[1].replacing(/(a\.jsonl|bad\.jsonl|runs|--count) ?/, with: "")
            let alone = try sandbox.shell(
                "counter-timeline \(words[0]) \(match.1) \(rest) --json | jq -s '\(counts[String(words[0])]!)'")
            #expect(alone.output == "\(match.2)\n", "\(alone)")
        }
        #expect(run.errors.contains("bad.jsonl: not searched: ") == (command.contains("bad")), "\(run)")
    }
}
