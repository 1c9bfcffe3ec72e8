import Testing
import TimelineTestSupport

/// Progress on standard error, at a terminal.
@Suite(.ownThreads)
struct ProgressTests {
    @Test(arguments: [
        (["minimize", "run.jsonl", "--no-payloads", "--run", #"sleep 0.4; grep -qv '":-'"#], "Minimizing: "),
        (["bisect", "run.jsonl", "--run", #"sleep 0.4; grep -qv '":-'"#], "Searching █"),
    ])
    func slowJudgmentsShowHowFarTheSearchHasCome(_ arguments: [String], _ progress: String) throws {
        let sandbox = Sandbox(["run.jsonl": Recorded.run])
        let shown = try sandbox.talk(arguments, [(progress, "")], environment: ["NO_COLOR": "1"])
        #expect(shown.status == 0, "\(shown)")
        #expect(shown.output.contains("\r\u{1B}[K"), "the last progress is erased")
    }
}
