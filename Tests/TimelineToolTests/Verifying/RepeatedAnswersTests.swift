import Testing
import TimelineDebugger
import TimelineKit

@testable import TimelineTool

/// The answer of `verify --repeat`.
struct RepeatedAnswersTests {
    private static let sound = VerificationAnswer("a", .sound, [:], "sound.")
    private static let diverged = VerificationAnswer(
        "a", .diverged, ["divergence": ["seq": 2, "cause": "unknown"]], "replay differs.")
    private static let broken = VerificationAnswer(
        "a", .broken, ["invariants": [["name": "x", "seq": 3]]], "the invariant \"x\" is broken.")
    private static let interrupted = VerificationAnswer("a", .interrupted, ["seq": 2], "can't tell.")

    @Test func theWorstAnswerIsGivenWithTheCountsOfAll() {
        let answer = VerificationAnswer(ofRepeated: [Self.sound, Self.broken, Self.diverged, Self.sound, Self.broken])
        #expect(
            answer.text == """
                a: replay differs.
                The reducer is not deterministic: 2 of 5 replays are sound.
                  2 of 5: invariant "x" after step 3
                  1 of 5: divergence at step 2
                """)
        let findings =
            #"[{"finding":"invariant \"x\" after step 3","times":2},{"finding":"divergence at step 2","times":1}]"#
        let facts = #""divergence":{"seq":2,"cause":"unknown"}"#
        let others = #"[{"file":"a","result":"broken","invariants":[{"name":"x","seq":3}]}]"#
        #expect(
            JSON.object(answer.line).description
                == #"{"file":"a","result":"diverged",\#(facts),"repeat":{"times":5,"sound":2,"findings":\#(findings),"#
                + #""others":\#(others)}}"#)
        #expect(answer.findings == Self.diverged.findings + Self.broken.findings)
    }

    @Test func replaysThatFindTheSameWithOtherValuesDidNotGiveOneAnswer() {
        var other = Self.diverged
        other.body = "replay differs elsewhere."
        #expect(
            VerificationAnswer(ofRepeated: [Self.diverged, other]).text == """
                a: replay differs.
                All 2 replays found this, with details that differ.
                """)
    }

    @Test func aReplayThatWasInterruptedIsNoSignOfAReducerThatIsNotDeterministic() {
        let answer = VerificationAnswer(ofRepeated: [Self.broken, Self.interrupted])
        #expect(
            answer.text == """
                a: the invariant "x" is broken.
                0 of 2 replays are sound.
                  1 of 2: invariant "x" after step 3
                  1 of 2: interrupted in step 2
                """)
    }
}
