import Testing
import TimelineJSON
import TimelineJournal
import TimelineTestHarness

@testable import TimelineTool

@Suite(.ownThreads)
struct ActionsTests {
    @Test func actionsAreKeptInLinesAndInAnArray() throws {
        var seed = Seed()
        print("actions: \(seed)")
        for number in 0..<100 {
            let run = ConvertedRun(using: &seed)
            let exporter = try ActionsExporter(asArray: number % 2 == 0)
            let written = try Converting.export(run.text, exporter, needsStates: false)
            let actions = run.steps.compactMap { $0.change.object?["action"] }
            #expect(written.exporter.steps == actions.count)
            if number % 2 == 0 { #expect(try JSON(parsing: written.text).array == actions) }
            let (journal, losses) = try Converting.load(Array(written.text.utf8), ActionsReader.read)
            #expect(losses == [])
            let read = try ConvertedRun.steps(of: journal)
            #expect(read.initialState == ["count": 0])
            #expect(read.steps.map { $0.change.object?["action"] } == actions)
        }
    }

    /// Actions of any shape.
    @Test func anyValueIsAnAction() throws {
        let text = " \n[1]\n\r\n{\"a\":[]}\n\"x\"\nnull"
        // The first byte decides: a line that is an array makes the whole file one.
        #expect(throws: ForeignFileError("input", at: "byte 8", "expected the end, found \"{\"")) {
            try Converting.load(Array(text.utf8), ActionsReader.read)
        }
        let lines = try Converting.load(Array(text.dropFirst(5).utf8), ActionsReader.read).journal
        #expect(
            try ConvertedRun.steps(of: lines).steps.map(\.change)
                == [["action": ["a": []]], ["action": "x"], ["action": .null]])
    }

    @Test func recordTakesWhatIsWritten() throws {
        let sandbox = try Sandbox(["run.jsonl": Recorded.run])
        let made = try sandbox.shell(
            """
            counter-timeline convert run.jsonl --to actions 2>errors | counter-timeline record --program counter -o again.jsonl \
            && counter-timeline diff run.jsonl again.jsonl
            """)
        #expect(made.status == 0, "\(made)")
        #expect(made.errors.hasSuffix("again.jsonl: 8 actions recorded\n"), "\(made)")
        #expect(try sandbox.read("errors").contains("actions has no place for: causes of steps (1)\n"))
    }

    @Test func cutAndChangedFilesAreRefusedWithAPlaceOrMakeASoundTimeline() throws {
        var seed = Seed()
        print("changed actions: \(seed)")
        let text = (0..<20).map { "{\"add\":{\"amount\":\($0)}}" }
        for text in [text.joined(separator: "\n"), "[" + text.joined(separator: ",") + "]"] {
            let outcome = try Converting.attack(text, count: 1_500, using: &seed, ActionsReader.read)
            #expect(outcome.refused > 750 && outcome.read > 10, "\(outcome)")
        }
    }
}
