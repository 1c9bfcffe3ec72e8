import Testing
import TimelineTestSupport

/// A recording with every kind of line, through the commands that read lines: the times of reducers stay with their steps.
@Suite(.ownThreads)
struct ReducerTimeCommandTests {
    private let sandbox = Sandbox(["run.jsonl": lines.joined(separator: "\n") + "\n"])
    private static let lines = [
        #"{"timeline":1,"session":"0c8b","program":"counter","version":"1.0.0","started":"2026-11-21T04:31:05.123456Z","segment":1,"platform":{}}"#,
        #"{"seq":0,"at":0.000000,"state":{"count":0}}"#,
        #"{"seq":0,"at":0.000000,"site":{"number":1,"file":"App/View.swift","line":42}}"#,
        #"{"seq":1,"at":0.100000,"action":{"increment":{}},"from":"user","in":1}"#,
        #"{"seq":1,"at":0.102000,"took":0.002000}"#,
        #"{"seq":1,"at":0.110000,"mark":"early"}"#,
        #"{"seq":2,"at":0.200000,"action":{"add":{"amount":3}},"from":"effect","cause":1}"#,
        #"{"seq":2,"at":0.220500,"took":0.020500}"#,
        #"{"seq":2,"at":0.230000,"canceled":1}"#,
        #"{"seq":2,"at":0.200000,"state":{"count":4}}"#,
        #"{"seq":3,"at":0.300000,"set":{"count":9},"by":"restore"}"#,
        #"{"seq":4,"at":0.400000,"action":{"increment":{}},"from":"user"}"#,
        #"{"seq":4,"at":0.409000,"took":0.009000}"#,
        #"{"seq":4,"at":0.500000,"end":{"actions":3,"snapshots":2}}"#,
    ]

    @Test(arguments: [
        ("repair run.jsonl -o -", "1 0.002000,2 0.020500,4 0.009000"),
        ("redact run.jsonl --path '$.name' -o -", "1 0.002000,2 0.020500,4 0.009000"),
        ("bundle run.jsonl --from 1 --to 3 -o -", "2 0.020500"),
        ("bundle run.jsonl --last 2 -o -", "4 0.009000"),
        ("replay run.jsonl --no-wait --skip 1 -o edited.jsonl > text; cat edited.jsonl", "1 0.020500,3 0.009000"),
        ("replay run.jsonl --no-wait --edit 2 '{\"reset\":{}}' -o e > text; cat e", "1 0.002000,4 0.009000"),
        ("log run.jsonl --slower 8ms --json", "2 0.020500,4 0.009000"),
        ("log run.jsonl --slower 0.01s --where '$.add' --json", ""),
    ])
    func eachCommandKeepsTheTimes(command: String, times: String) throws {
        let run = try sandbox.shell("counter-timeline \(command)")
        #expect(run.status == 0, "\(run)")
        let found = run.output.matches(of: /\{"seq":(\d+),"at":[0-9.]+,"took":([0-9.]+)/).map { "\($0.1) \($0.2)" }
        #expect(found.joined(separator: ",") == times, "\(run)")
    }

    @Test(arguments: [
        ("info run.jsonl", "slow       2 over 8 ms, 1 over 16 ms; step 2 0.021 s, step 4 0.009 s, step 1 0.002 s"),
        (
            "info run.jsonl --json",
            #""milliseconds":16,"count":1}],"slowest":[{"step":2,"seconds":0.0205},{"step":4,"seconds":0.009},"#
        ),
        ("log run.jsonl --slower 16ms", "add {\"amount\":3}  ← 1\n      2     0.221            took 0.021 s\n"),
        ("log run.jsonl --slower soon", "--slower soon: give a time such as 8ms or 0.5s."),
        ("convert run.jsonl --to actions", "actions has no place for: times of reducers (3)"),
        ("verify run.jsonl", "run.jsonl: sound. 3 steps replayed, 1 state set."),
        ("diff run.jsonl run.jsonl", "Both have the same 4 steps."),
    ])
    func eachCommandSaysWhatItKnows(command: String, text: String) throws {
        let run = try sandbox.shell("counter-timeline \(command)")
        #expect((run.output + run.errors).contains(text), "\(run)")
    }
}
