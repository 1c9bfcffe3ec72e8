import Testing
import TimelineKit
import TimelineTestSupport

@testable import TimelineDebugger

@Suite(.ownThreads)
struct TestSourceTests {
    private static func source(
        _ expectation: TestSource.Expectation, start: JSONText? = nil, entries: [TestSource.Entry] = []
    ) -> String {
        TestSource(
            name: "RunTests", program: "TimelineTestPrograms.CounterProgram", origin: "Some steps.", start: start,
            entries: entries, expectation: expectation
        ).text
    }

    @Test func aTestBeginsWithTheFirstStateAndReducesEachStep() {
        let value = GeneratedValue(seq: 1, at: .zero, name: "uuid", value: JSONText("9C56"))
        let entries = [
            TestSource.Entry(change: .action(JSONText(["add": ["text": "\"#"]])), values: [value]),
            TestSource.Entry(change: .set(JSONText(["count": 1]), by: "test"), values: []),
            TestSource.Entry(change: .action(JSONText(["reset": [:]])), values: [], note: "Counter.swift:7"),
            TestSource.Entry(change: .action(JSONText(["tab": ["_0": ["add\u{7}": ["text": ""]]]])), values: []),
        ]
        #expect(
            Self.source(
                .values([("/count", 1), ("/name", nil)], areRecorded: true), start: JSONText(["count": 7]),
                entries: entries)
                    == ###"""
                    @testable import TimelineTestPrograms
                    import Testing
                    import TimelineTesting

                    /// Some steps.
                    private struct RunTests {
                        @Test func theStateIsAsRecorded() throws {
                            var run = try TestRun(CounterProgram(), state: #"{"count":7}"#)
                            try run.reduce(json: ##"{"add":{"text":"\"#"}}"##, values: #"[{"uuid":"9C56"}]"#)
                            try run.set(json: #"{"count":1}"#)
                            // Counter.swift:7
                            try run.reduce(json: #"{"reset":{}}"#)
                            // tab › add\u{7}
                            try run.reduce(json: #"{"tab":{"_0":{"add\u0007":{"text":""}}}}"#)
                            try run.expect(#"1"#, at: #"/count"#)
                            try run.expect(nil, at: #"/name"#)
                        }
                    }

                    """###)
    }

    @Test func theNameOfAnInvariantIsThatOfItsTest() {
        #expect(Self.source(.keeps(.invariant("count is never < 0"))).contains("@Test func countIsNever0() throws {"))
        #expect(Self.source(.keeps(.invariant("default"))).contains("@Test func theInvariantHolds() throws {"))
        #expect(Self.source(.keeps(.invariant("a\u{202E}b \u{7}"))).contains(##"(keeps: #"a\#u{202e}b \#u{7}"#)"##))
    }

    @Test func theStructureHasTheNameOfTheFile() {
        #expect(TestSource.structure(forFile: "runs/unread-below-zero.jsonl.gz") == "UnreadBelowZeroTests")
        #expect(TestSource.structure(forFile: "2026-11-21.jsonl") == "Recorded20261121Tests")
        #expect(["A", "MyTests2", "Class"].allSatisfy(TestSource.isIdentifier))
        #expect(!["class", "Self", "Any", "Type", "Protocol", "_", "nil"].contains(where: TestSource.isIdentifier))
        #expect(!["", "2A", "my tests", "a.b", "a-b", "é\n"].contains(where: TestSource.isIdentifier))
    }
}
