import Testing
import TimelineJSON
import TimelineJournal
import TimelineTestHarness

@testable import TimelineTool

@Suite(.ownThreads)
struct RKDevToolsTests {
    private static func load(_ text: String) throws -> (journal: Journal, losses: [String]) {
        try Converting.load(Array(text.utf8), RKDevToolsReader.read)
    }

    @Test func whatIsWrittenIsReadAgain() throws {
        var seed = Seed()
        print("rk devtools: \(seed)")
        for _ in 0..<200 {
            let run = ConvertedRun(using: &seed)
            let written = try Converting.export(run.text, RKDevToolsExporter())
            #expect(written.exporter.steps == run.steps.count)
            let read = try ConvertedRun.steps(of: Self.load(written.text).journal)
            #expect(read.initialState == run.initialState)
            // The format has milliseconds.
            let steps = run.steps.map { step in
                ConvertedRun.Step(change: step.change, time: step.time / 1000 * 1000, state: step.state)
            }
            #expect(read.steps == steps, "\(run.text)")
        }
    }

    @Test func differencesAreThoseOfTheLeaves() throws {
        let text = try Converting.export(
            Recorded.text(Array(Recorded.lines[..<3])), RKDevToolsExporter()
        ).text
        let lines = text.split(separator: "\n").compactMap { try? JSON(parsing: String($0)) }
        #expect(
            lines.last == [
                "t": "action", "actionId": 1, "action": ["type": "increment"], "state": ["count": 1],
                "diff": [["op": "CHANGED", "path": "count", "before": 0, "after": 1]],
                "timestampMillis": 1_795_235_465_223, "isExcess": false,
            ])
        #expect(lines.count == 3)
    }

    /// The form that the recording codec of Redux-Kotlin writes, with messages that a timeline does not hold.
    @Test func aRecordingOfReduxKotlinIsRead() throws {
        let (journal, losses) = try Self.load(
            """
            {"kind":"rk-devtools-recording","protocolVersion":1,"serializerTier":"toString","clientId":"client-1",\
            "clientLabel":"test app","storeName":"store","storeInstanceId":"store-1"}
            {"t":"init","state":{"count":0}}
            {"t":"pipeline","structure":{"nodes":[]}}

            {"t":"action","actionId":1,"action":{"type":"Inc"},"state":{"count":1},"diff":[],"timestampMillis":42,"isExcess":false}
            {"t":"trace","trace":{}}
            {"t":"action","actionId":2,"action":"Inc(by=2)","state":{"count":3},"diff":[],"timestampMillis":1042,"isExcess":true}
            """)
        let (initialState, steps) = try ConvertedRun.steps(of: journal)
        #expect(initialState == ["count": 0])
        #expect(steps.map(\.change) == [["action": ["Inc": [:]]], ["action": "Inc(by=2)"]])
        #expect(steps.map(\.state) == [["count": 1], ["count": 3]])
        #expect(steps.map(\.time) == [42_000, 1_042_000])
        #expect(losses == ["a timeline has no place for: messages that are no action (2)"])
    }

    @Test func cutAndChangedFilesAreRefusedWithAPlaceOrMakeASoundTimeline() throws {
        var seed = Seed()
        print("changed rk devtools files: \(seed)")
        let text = try Converting.export(Recorded.run, RKDevToolsExporter()).text
        let outcome = try Converting.attack(text, count: 3_000, using: &seed, RKDevToolsReader.read)
        #expect(outcome.refused > 1_500 && outcome.read > 10, "\(outcome)")
    }
}
