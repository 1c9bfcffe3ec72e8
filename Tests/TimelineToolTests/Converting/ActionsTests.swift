import Testing
import TimelineKit
import TimelineTestSupport

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

    /// Each kind of value, alone and beside others, and an array whose only line is itself one.
    @Test func everyKindOfActionIsReadAsItWasWritten() throws {
        var seed = Seed()
        print("kinds of actions: \(seed)")
        let kinds: [JSON] = [
            ["add", 5], [], [[]], [["add": 5], "x"], ["add": ["amount": 5]], [:], "", "[", 0, -1.5e300, true, .null,
            ["a": [.null]],
        ]
        let random = (0..<200).map { _ in (0..<3).map { _ in JSON.random(depth: 3, using: &seed) } }
        for actions in kinds.map({ [$0] }) + kinds.map({ [$0, "last"] }) + [kinds, []] + random {
            let steps = actions.enumerated().map { #"{"seq":\#($0 + 1),"at":1.000000,"action":\#($1)}"# }
            let run = Recorded.text(Array(Recorded.lines[..<2]) + steps)
            for isArray in [false, true] {
                let text = try Converting.export(run, ActionsExporter(asArray: isArray), needsStates: false).text
                let read = try Converting.load(Array(text.utf8), ActionsReader.read).journal
                #expect(
                    try ConvertedRun.steps(of: read).steps.map(\.change) == actions.map { ["action": $0] }, "\(text)")
            }
        }
    }

    /// The first line decides: one that is whole is an action.
    @Test(
        arguments: [
            (" \n[1]\n\r\n{\"a\":[]}\n\"x\"\nnull", [[1], ["a": []], "x", .null]), ("[1,2]", [[1, 2]]),
            ("[{\"a\":[]},\n\"x\"]", [["a": []], "x"]), ("\n[\n]\n", []),
        ] as [(String, [JSON])])
    func aFileOfOneArrayHasSeveralLines(_ text: String, _ actions: [JSON]) throws {
        let read = try Converting.load(Array(text.utf8), ActionsReader.read).journal
        #expect(try ConvertedRun.steps(of: read).steps.map(\.change) == actions.map { ["action": $0] })
    }

    @Test func cutAndChangedFilesAreRefusedWithAPlaceOrMakeASoundTimeline() throws {
        var seed = Seed()
        print("changed actions: \(seed)")
        let text = (0..<20).map { "{\"add\":{\"amount\":\($0)}}" }
        for text in [text.joined(separator: "\n"), "[\n" + text.joined(separator: ",\n") + "\n]"] {
            let outcome = try Converting.attack(text, count: 1_500, using: &seed, ActionsReader.read)
            #expect(outcome.refused > 750 && outcome.read > 10, "\(outcome)")
        }
    }
}
