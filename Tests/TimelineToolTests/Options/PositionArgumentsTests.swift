import Testing

@testable import TimelineTool

struct PositionArgumentsTests {
    @Test(arguments: [
        ("state run.jsonl -5", "state run.jsonl end-5"),
        ("log run.jsonl --from -10 --to -2", "log run.jsonl --from -10 --to -2"),
        ("diff run.jsonl -5 end --json", "diff run.jsonl end-5 end --json"),
        ("info - --json", "info - --json"),
        ("record -o -5 -- app -5", "record -o -5 -- app -5"),
        ("state run.jsonl --path -5 -5", "state run.jsonl --path -5 end-5"),
        ("state run.jsonl --json -5", "state run.jsonl --json end-5"),
        ("state run.jsonl -5x", "state run.jsonl -5x"),
        ("minimize run.jsonl --seconds -5", "minimize run.jsonl --seconds -5"),
        ("log run.jsonl --from-origin -5 --state -5", "log run.jsonl --from-origin -5 --state -5"),
        ("state run.jsonl -٥", "state run.jsonl -٥"),
        ("", ""),
    ])
    func positionsFromTheEndAreNotOptions(_ given: String, _ prepared: String) {
        let words = { (line: String) in line.split(separator: " ").map(String.init) }
        #expect(PositionArguments.prepared(words(given)) == words(prepared))
    }
}
