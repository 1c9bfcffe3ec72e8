import Foundation
import Testing
import TimelineDebugger
import TimelineKit
import TimelineReplay
import TimelineTestSupport

@testable import TimelineTool

@Suite(.ownThreads)
struct ReduxDevToolsTests {
    private static func runs() -> [ConvertedRun] {
        var seed = Seed()
        print("Redux DevTools: \(seed)")
        return (0..<60).map { _ in ConvertedRun(using: &seed) }
    }

    private static func load(_ text: String) throws -> (journal: Journal, losses: [String]) {
        try Converting.load(Array(text.utf8), ReduxDevToolsReader.read)
    }

    @Test func whatIsWrittenIsReadAgain() throws {
        for run in Self.runs() {
            let written = try Converting.export(run.text, ReduxDevToolsExporter())
            #expect(written.exporter.steps == run.steps.count)
            let (initialState, steps) = try ConvertedRun.steps(of: Self.load(written.text).journal)
            #expect(initialState == run.initialState)
            #expect(steps == run.steps, "\(run.text)")
        }
    }

    /// Whatever forms the actions of one file have.
    @Test func actionsOfAnyFormsAreReadAgain() throws {
        var seed = Seed()
        print("actions of Redux: \(seed)")
        let forms: [JSON] = [
            ["add": 5], ["refresh": [:]], ["type": "ADD", "text": "x"], ["type": "ADD", "payload": 1, "meta": [:]],
            ["type": 7],
            ["type": "REFRESH"], ["type": "ADD", "payload": 2], ["type": 0, "id": 1], ["type": .null], ["id": 3],
            ["a", 1], "a",
            ["type": "@@timeline/set", "payload": 1, "meta": ["by": "x"]], ["@@timeline/action": 1],
            ["type": ["_0": "x"]], ["type": "x", "payload": 1, "meta": 2], ["@@timeline/set": ["payload": 1]],
            ["type": "@@timeline/action", "payload": 1, "more": 2], ["payload": 1], [:], ["a": .null],
        ]
        for _ in 0..<300 {
            let actions = (0..<Int.random(in: 1...4, using: &seed)).map { _ in
                Bool.random(using: &seed) ? forms.randomElement(using: &seed)! : .random(depth: 3, using: &seed)
            }
            let steps = actions.enumerated().flatMap { index, action in
                [
                    #"{"seq":\#(index + 1),"at":1.000000,"action":\#(action)}"#,
                    #"{"seq":\#(index + 1),"at":1.000000,"state":{"count":0}}"#,
                ]
            }
            let run = Recorded.text(Array(Recorded.lines[..<2]) + steps)
            let journal = try Journal(bytes: Array(run.utf8), name: "run.jsonl")
            let written = try Converting.text(TimelineExport.run(RecordedStates(journal), ReduxDevToolsExporter()))
            let read = try ConvertedRun.steps(of: Self.load(written).journal).steps
            #expect(read.map(\.change) == actions.map { ["action": $0] }, "\(written)")
        }
    }

    // MARK: - jsan

    /// References in references: what they stand for is as large as the file's length to the power of 4, or has no end.
    @Test func referencesThatGrowWithoutEndAreRefused() throws {
        let names = (0..<40).map { number in
            #""a\#(number)":[\#(Array(repeating: #"{"$jsan":"$.s.a\#(number + 1)"}"#, count: 9).joined(separator: ","))]"#
        }
        let loop = #""a":{"x":{"$jsan":"$.s.b"}},"b":{"y":{"$jsan":"$.s.a"}}"#
        for state in [names.joined(separator: ","), loop] {
            let text = #"{"s":{\#(state)},"actionsById":{},"stagedActionIds":[],"committedState":1}"#
            #expect(
                throws: ForeignFile.error("input", at: "$", "references of jsan repeat more values than can be read")
            ) { try Self.load(text) }
        }
    }

    // MARK: - Hostile files

    @Test func cutAndChangedFilesAreRefusedWithAPlaceOrMakeASoundTimeline() throws {
        var seed = Seed()
        print("changed Redux DevTools files: \(seed)")
        let run = (0..<50).map { _ in ConvertedRun(using: &seed) }.max { $0.steps.count < $1.steps.count }
        let lifted = try Converting.export(try #require(run).text, ReduxDevToolsExporter()).text
        let actions = #"{"payload":"[{\"type\":\"add\",\"payload\":{\"amount\":1}}]","preloadedState":"{\"count\":1}"}"#
        for text in [lifted, actions] {
            let outcome = try Converting.attack(text, count: 500, using: &seed, ReduxDevToolsReader.read)
            #expect(outcome.refused > 250 && outcome.read > 3, "\(outcome)")
        }
    }

    @Test func deepAndLargeFilesAreRefused() throws {
        let deep = String(repeating: "[", count: 200_000)
        #expect(throws: ForeignFile.error("input", at: "byte 128", "values are nested more than 128 deep")) {
            try Self.load(deep)
        }
        // Also inside a text.
        #expect(
            throws: ForeignFile.error(
                "input", at: "$.payload, inside the text, byte 128", "values are nested more than 128 deep")
        ) { try Self.load(#"{"payload":"\#(deep)"}"#) }
        let large = ForeignFile(name: "input", source: Large())
        #expect(throws: ToolError.self) { try large.value() }
    }

    private struct Large: ByteSource {
        func read(at offset: Int, count: Int) -> [UInt8] { fatalError("a file that is too large is read") }
        func size() -> Int { ForeignFile.sizeLimit + 1 }
    }
}
