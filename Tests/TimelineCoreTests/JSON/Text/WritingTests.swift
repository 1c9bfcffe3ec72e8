import Testing
import TimelineTestSupport

@testable import TimelineKit

struct WritingTests {
    @Test func onlyRequiredEscapesAreWritten() {
        let text =
            String(String.UnicodeScalarView((0...0x22).compactMap { Unicode.Scalar($0) })) + "/\\\u{7F}é\u{2028}😀"
        #expect(
            JSON.string(text).description == #""\u0000\u0001\u0002\u0003\u0004\u0005\u0006\u0007\b\t\n\u000b\f\r"#
                + #"\u000e\u000f\u0010\u0011\u0012\u0013\u0014\u0015\u0016\u0017\u0018\u0019\u001a\u001b\u001c\u001d"#
                + #"\u001e\u001f !\"/\\"# + "\u{7F}é\u{2028}😀\"")
    }

    @Test func escapesAreWrittenAtAnyOffsetOfTextOfAnyLength() throws {
        for length in 0..<40 {
            for place in 0...length {
                for (character, escape) in [
                    ("\"", #"\""#), ("\\", #"\\"#), ("\u{1F}", #"\u001f"#), ("é", "é"), ("b", "b"),
                ] {
                    let before = String(repeating: "a", count: place)
                    let after = String(repeating: "c", count: length - place)
                    let expected = "\"\(before)\(escape)\(after)\""
                    let text = before + character + after
                    try #require(JSON.string(text).description == expected)
                    try #require(String(decoding: try JSONCoding.encode(text).bytes, as: UTF8.self) == expected)
                    try #require(try JSON(parsing: expected) == .string(text))
                    try #require(try JSONCoding.decode(String.self, from: expected.utf8) == text)
                }
            }
        }
    }

    @Test func numbersAreWrittenAsTheyWereParsed() throws {
        let text = "[1,1.0,1E5,-0,0.10,1e400,123456789012345678901234567890]"
        #expect(try JSON(parsing: text).description == text)
    }

    @Test func prettyTextHasAMemberPerLine() throws {
        let value: JSON = ["a": [1, [], ["b": .null]], "c": .object(JSONObject()), "d\n": true]
        #expect(
            value.prettyText == #"""
                {
                  "a": [
                    1,
                    [],
                    {
                      "b": null
                    }
                  ],
                  "c": {},
                  "d\n": true
                }
                """#)
        #expect(JSON.string("x").prettyText == "\"x\"")
    }
}
