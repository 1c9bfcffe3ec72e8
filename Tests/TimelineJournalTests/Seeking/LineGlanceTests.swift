import TestSupport
import Testing

@testable import TimelineJournal

struct LineGlanceTests {
    @Test(arguments: [
        (#"{"seq":17,"at":9.000402,"state":{"#, LineGlance.Kind.snapshot),
        (#"{"seq":17,"at":9.000402,"action":{"#, .step),
        (#"{"seq":17,"at":9.000402,"opaque":""#, .step), (#"{"seq":17,"at":9.000402,"set":1"#, .set),
        (#"{"seq":17,"at":9.000402,"gap":{"#, .gap), (#"{"seq":17,"at":9.000402,"mark":""#, .other),
        (#"{"seq":17,"at":9.000402,"end":{"#, .end),
    ]) func tellsTheKindOfALine(text: String, kind: LineGlance.Kind) {
        #expect(
            LineGlance(Array(text.utf8)[...])
                == LineGlance(kind: kind, seq: 17, at: Moment(microseconds: 9_000_402)))
    }

    @Test(arguments: [
        "", "{", #"{"timeline":1"#, #"{ "seq":17,"at":9.000402,"state":1"#, #"{"seq":-1,"at":9.000402,"state":1"#,
        #"{"seq":17,"at":9.0004,"state":1"#, #"{"seq":17,"at":9,"state":1"#, #"{"seq":17,"at":9.000402,"stat":1"#,
        #"{"seq":17,"at":9.000402,"stateful":1"#, #"{"at":9.000402,"seq":17,"state":1"#,
        #"{"seq":99999999999999999,"at":9.000402,"state":1"#, #"{"seq":17,"at":9999999999999999.000402,"state":1"#,
        #"{"seq":17,"at":9.000402,"action""#,
    ]) func leavesOtherLinesToWhoeverReadsThemWhole(text: String) {
        #expect(LineGlance(Array(text.utf8)[...]) == nil)
    }

    @Test func isLongEnoughForTheLargestNumbers() {
        let at = Moment(microseconds: (1 << 40) * 1_000_000 - 1)
        let line = LineWriter.step(Step(seq: 1 << 53, at: at, change: .opaque("x"), from: "user"))
        #expect(LineGlance(line.prefix(LineGlance.length)) == LineGlance(kind: .step, seq: 1 << 53, at: at))
    }
}
