import Testing
import TimelineTestSupport

@testable import TimelineJournal

struct LinePrefixTests {
    private func prefix(_ bytes: [UInt8]) -> LinePrefix? { bytes.withUnsafeBufferPointer { LinePrefix($0) } }

    @Test(arguments: [
        (#"{"seq":17,"at":9.000402,"state":{"#, LinePrefix.Kind.snapshot),
        (#"{"seq":17,"at":9.000402,"action":{"#, .action),
        (#"{"seq":17,"at":9.000402,"opaque":""#, .opaque), (#"{"seq":17,"at":9.000402,"set":1"#, .set),
        (#"{"seq":17,"at":9.000402,"gap":{"#, .gap), (#"{"seq":17,"at":9.000402,"mark":""#, .mark),
        (#"{"seq":17,"at":9.000402,"end":{"#, .end), (#"{"seq":17,"at":9.000402,"generated":{"#, .generated),
    ]) func areReadFromLinesOfEachKind(text: String, kind: LinePrefix.Kind) throws {
        let prefix = try #require(self.prefix(Array(text.utf8)))
        #expect((prefix.kind, prefix.seq, prefix.at) == (kind, 17, Moment(microseconds: 9_000_402)))
        #expect(text.utf8.dropFirst(prefix.valueOffset - 1).first == UInt8(ascii: ":"))
    }

    @Test(arguments: [
        "", "{", #"{"timeline":1"#, #"{ "seq":17,"at":9.000402,"state":1"#, #"{"seq":-1,"at":9.000402,"state":1"#,
        #"{"seq":17,"at":9.0004,"state":1"#, #"{"seq":17,"at":9,"state":1"#, #"{"seq":17,"at":9.000402,"stat":1"#,
        #"{"seq":17,"at":9.000402,"stateful":1"#, #"{"at":9.000402,"seq":17,"state":1"#,
        #"{"seq":99999999999999999,"at":9.000402,"state":1"#, #"{"seq":17,"at":9999999999999999.000402,"state":1"#,
        #"{"seq":17,"at":9.000402,"action""#,
    ]) func areNilForLinesInAnotherForm(text: String) {
        #expect(prefix(Array(text.utf8)) == nil)
    }
}
