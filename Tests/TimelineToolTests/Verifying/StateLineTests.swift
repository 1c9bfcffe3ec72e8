import Testing
import TimelineDebugger
import TimelineJSON

@testable import TimelineTool

struct StateLineTests {
    @Test(arguments: [
        (StateLine.element(.state(seq: 3, JSONText(["n": 4]), isReduced: true)), #"3 reduced {"n":4}"#),
        (.element(.state(seq: 0, JSONText("a b"), isReduced: false)), #"0 recorded "a b""#),
        (
            .element(.stopped(seq: 5, StateSequence.Stop(.undecodableAction, "line 6: x\ny"))),
            #"5 stopped {"kind":"undecodableAction","reason":"line 6: x\ny"}"#
        ),
        (.end, "end"),
    ])
    func aLineIsParsedAsItWasWritten(_ line: StateLine, text: String) {
        #expect(String(decoding: line.bytes, as: UTF8.self) == text)
        #expect(StateLine(parsing: Array(text.utf8)[...]) == line)
    }

    @Test func aTrapEndsTheStates() {
        let line = StateLine(parsing: Array(#"{"trapped":5}"#.utf8)[...])
        #expect(line == .element(.stopped(seq: 5, StateSequence.Stop(.trapped, "its reducer trapped in this step"))))
    }

    @Test(arguments: ["", "3", "3 reduced", "x reduced {}", "3 other {}", "3 stopped {}", "{}", "endless"])
    func anotherLineIsNone(_ text: String) { #expect(StateLine(parsing: Array(text.utf8)[...]) == nil) }
}
