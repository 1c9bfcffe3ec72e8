import Testing
import TimelineKit

@testable import TimelineDebugger

struct KnownFindingsTests {
    private func line(_ text: String) throws -> JSONObject { try #require(JSON(parsing: Array(text.utf8)).object) }

    private static let finding =
        #"{"file":"runs/a.jsonl","result":"diverged","session":"s1","divergence":{"seq":8,"cause":"reducerChanged","paths":["$.n"],"diff":[]}}"#

    @Test(arguments: [
        // The same name in another folder; the same session, under another name.
        (#""file":"b/a.jsonl","session":"s2""#, 8, "reducerChanged", "$.n", true),
        (#""file":"c.jsonl","session":"s1""#, 8, "reducerChanged", "$.n", true),
        (#""file":"c.jsonl""#, 8, "reducerChanged", "$.n", false),
        (#""file":"a.jsonl""#, 9, "reducerChanged", "$.n", false),
        // The cause, as far as it is known, depends on the number of replays.
        (#""file":"a.jsonl""#, 8, "notDeterministic", "$.n", true),
        (#""file":"a.jsonl""#, 8, "reducerChanged", "$.m", false),
    ])
    func aFindingIsKnownIfOneOfTheSameTimelineHasTheSameFacts(
        _ timeline: String, seq: Int, cause: String, path: String, isKnown: Bool
    ) throws {
        var known = try KnownFindings(parsing: Array((Self.finding + "\n").utf8))
        let divergence = #"{"seq":\#(seq),"cause":"\#(cause)","paths":["\#(path)"]}"#
        let text = #"{\#(timeline),"result":"diverged","divergence":\#(divergence)}"#
        #expect(try accepted(text, by: &known).isEmpty != isKnown)
        #expect(known.missing.map(\.file) == (isKnown ? [] : ["a.jsonl"]))
        let difference = #"{"file":"a.jsonl","result":"differs","difference":{"seq":8,"paths":["$.n"]}}"#
        #expect(try accepted(difference, by: &known) == [])
    }

    @Test(.timeLimit(.minutes(1)))
    func manyFindingsOfRepeatedReplaysTakeLinearTime() throws {
        let invariants = (0..<30_000).map { #"{"name":"\#($0)","seq":1}"# }.joined(separator: ",")
        let other = #"{"result":"broken","invariants":[\#(invariants)]}"#
        let line = try line(#"{"file":"a","result":"sound","repeat":{"others":[\#(other),\#(other)]}}"#)
        #expect(VerificationFinding.all(in: line).count == 30_000)
    }

    @Test func damageIsKnownByItsPlace() throws {
        let text = #"{"file":"a.jsonl","result":"damaged","damage":{"line":3,"byte":9,"reason":"x"}}"#
        var known = try KnownFindings(parsing: Array(text.utf8))
        #expect(try accepted(text.replacing("9", with: "8"), by: &known) == [])
        #expect(try accepted(text.replacing("reason", with: "why"), by: &known) == ["damage in line 3"])
    }

    private func accepted(_ text: String, by known: inout KnownFindings) throws -> [String] {
        let line = try line(text)
        return VerificationFinding.all(in: line).filter { known.accept($0, in: line) }.map(\.description)
    }

    @Test func eachFindingOfALineIsComparedOnItsOwn() throws {
        let invariants = #""invariants":[{"name":"x","seq":3},{"name":"y","seq":4}]"#
        let text =
            #"{"file":"a.jsonl","result":"crashed","crash":{"seq":9},"invariant":{"name":"x","seq":3},\#(invariants)}"#
        // Of a version that knew only the first invariant, and not that the run crashed.
        var known = try KnownFindings(
            parsing: Array(#"{"file":"a.jsonl","result":"broken","invariant":{"name":"y","seq":4}}"#.utf8))
        #expect(try accepted(text, by: &known) == [#"invariant "y" after step 4"#])
        #expect(known.missing.isEmpty)

        known = try KnownFindings(parsing: Array(text.utf8))
        #expect(try accepted(Self.finding.replacing("runs/a", with: "a"), by: &known) == [])
        #expect(
            known.missing.map(\.finding)
                == ["crash in step 9", #"invariant "x" after step 3"#, #"invariant "y" after step 4"#])
        #expect(try accepted(text, by: &known).count == 3)
        #expect(known.missing.isEmpty)
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
