import Testing
import TimelineJSON

@testable import TimelineDebugger

struct KnownFindingsTests {
    private func line(_ text: String) throws -> JSONObject { try #require(JSON(parsing: Array(text.utf8)).object) }

    private static let finding =
        #"{"file":"runs/a.jsonl","result":"diverged","session":"s1","divergence":{"seq":8,"cause":"reducerChanged","paths":["$.n"],"diff":[]}}"#

    @Test(arguments: [
        // The same name in another folder.
        (
            #"{"file":"b/a.jsonl","result":"diverged","session":"s2","divergence":{"seq":8,"cause":"reducerChanged","paths":["$.n"]}}"#,
            true
        ),
        // The same session, under another name.
        (
            #"{"file":"c.jsonl","result":"diverged","session":"s1","divergence":{"seq":8,"cause":"reducerChanged","paths":["$.n"]}}"#,
            true
        ),
        (
            #"{"file":"c.jsonl","result":"diverged","divergence":{"seq":8,"cause":"reducerChanged","paths":["$.n"]}}"#,
            false
        ),
        (
            #"{"file":"a.jsonl","result":"broken","divergence":{"seq":8,"cause":"reducerChanged","paths":["$.n"]}}"#,
            false
        ),
        (
            #"{"file":"a.jsonl","result":"diverged","divergence":{"seq":9,"cause":"reducerChanged","paths":["$.n"]}}"#,
            false
        ),
        // The cause, as far as it is known, depends on the number of replays.
        (
            #"{"file":"a.jsonl","result":"diverged","divergence":{"seq":8,"cause":"notDeterministic","paths":["$.n"]}}"#,
            true
        ),
        (
            #"{"file":"a.jsonl","result":"diverged","divergence":{"seq":8,"cause":"reducerChanged","paths":["$.m"]}}"#,
            false
        ),
        (
            #"{"file":"a.jsonl","result":"diverged","divergence":{"seq":8,"cause":"reducerChanged","paths":["$.n"]},"invariant":{"name":"x","seq":3}}"#,
            false
        ),
    ])
    func aFindingIsKnownIfOneOfTheSameTimelineHasTheSameFacts(_ text: String, isKnown: Bool) throws {
        var known = try KnownFindings(parsing: Array((Self.finding + "\n").utf8))
        #expect(known.accept(try line(text)) == isKnown)
        #expect(known.missing.map(\.file) == (isKnown ? [] : ["a.jsonl"]))
    }

    @Test func damageIsKnownByItsPlace() throws {
        let text = #"{"file":"a.jsonl","result":"damaged","damage":{"line":3,"byte":9,"reason":"x"}}"#
        var known = try KnownFindings(parsing: Array(text.utf8))
        #expect(!known.accept(try line(text.replacing("9", with: "8"))))
        #expect(known.accept(try line(text.replacing("reason", with: "why"))))
    }

    @Test(arguments: ["sound", "agrees"])
    func timelinesWithoutAFindingAreLeftOut(_ result: String) throws {
        let known = try KnownFindings(parsing: Array(#"{"file":"a","result":"\#(result)"}"#.utf8) + [10, 10])
        #expect(known.missing.isEmpty)
    }

    @Test(arguments: [
        ("hello", #"expected a value, found "h""#), (#"{"file":"a"}"#, "expected a line of"),
        ("[]", "expected a line of"),
    ])
    func anotherLineIsAnError(_ text: String, reason: String) {
        let error = #expect(throws: KnownFindings.LineError.self) {
            try KnownFindings(parsing: Array((Self.finding + "\n\n" + text).utf8))
        }
        #expect(error?.line == 3)
        #expect(error?.reason.contains(reason) == true, "\(error?.reason ?? "")")
    }
}
