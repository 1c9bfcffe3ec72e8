import Testing
import TimelineTestSupport

@testable import TimelineKit

struct ParsingTests {
    @Test func keysKeepTheirOrder() throws {
        let text = #"{"z":1,"a":{"y":2,"b":3},"0":4}"#
        #expect(try JSON(parsing: text).description == text)
        let keys = (0..<100).map { "key \($0 * 37 % 100)" }
        let large = "{" + keys.map { "\"\($0)\":0" }.joined(separator: ",") + "}"
        #expect(try JSON(parsing: large).object?.members.map(\.key) == keys)
    }

    @Test func escapesAreDecoded() throws {
        #expect(
            try JSON(parsing: #""\"\\\/\b\f\n\r\t\u0041\u00e9\uD834\uDD1E\u0000""#)
                == "\"\\/\u{8}\u{C}\n\r\tA\u{E9}\u{1D11E}\0")
    }

    @Test func unicodeFormsOfOneCharacterAreDifferentKeys() throws {
        let text = "{\"\u{E9}\":1,\"e\u{301}\":2}"
        let object = try #require(try JSON(parsing: text).object)
        #expect(object.count == 2)
        #expect(object["\u{E9}"] == 1)
        #expect(object["e\u{301}"] == 2)
        #expect(try JSONText.members(of: Array(text.utf8)).count == 2)
    }

    @Test func valuesAreNested128Deep() throws {
        func nested(_ depth: Int) -> [String] {
            [
                String(repeating: "[", count: depth) + String(repeating: "]", count: depth),
                String(repeating: #"{"a":"#, count: depth) + "0" + String(repeating: "}", count: depth),
            ]
        }
        for text in nested(128) {
            #expect(try JSON(parsing: text).description == text)
        }
        for (text, byte) in zip(nested(129), [128, 128 * 5]) {
            #expect(throws: JSONError(byte: byte, .depth(limit: 128))) { try JSON(parsing: text) }
        }
        let member = nested(128)[0]
        #expect(throws: JSONError(byte: 5 + 127, .depth(limit: 128))) {
            try JSONText.members(of: Array("{\"a\":\(member)}".utf8))
        }
    }

    @Test(arguments: [
        ("", "byte 0: expected a value, found the end"),
        ("  x", "byte 2: expected a value, found \"x\""),
        ("nul", "byte 0: expected a value, found \"n\""),
        ("\u{FEFF}{}", "byte 0: expected a value, found byte 0xEF"),
        ("1 2", "byte 2: expected the end, found \"2\""),
        ("[1 2]", "byte 3: expected a comma or ], found \"2\""),
        ("[1,]", "byte 3: expected a value, found \"]\""),
        ("[1", "byte 2: expected a comma or ], found the end"),
        (#"{"a" 1}"#, "byte 5: expected a colon after the key, found \"1\""),
        (#"{"a":1 "b":2}"#, "byte 7: expected a comma or }, found \"\"\""),
        (#"{"a":1,}"#, "byte 7: expected a key in quotes, found \"}\""),
        ("{a:1}", "byte 1: expected a key in quotes, found \"a\""),
        (#"{"a":1,"b":{"c":2,"c":3}}"#, "byte 18: the key \"c\" occurs twice in one object"),
        (#"{"a":1,"\u0061":2}"#, "byte 7: the key \"a\" occurs twice in one object"),
        (#"{"b":1,"a":2,"\u0061":3,"b":4}"#, "byte 13: the key \"a\" occurs twice in one object"),
        (#"{"a":1,"a":2,x}"#, "byte 13: expected a key in quotes, found \"x\""),
        (#"{"a":{"b":1,"b":2},"a":3}"#, "byte 12: the key \"b\" occurs twice in one object"),
        ("-", "byte 0: this is not a JSON number: no digit after the minus sign"),
        ("[01]", "byte 1: this is not a JSON number: a leading zero"),
        ("1.", "byte 0: this is not a JSON number: no digit after the point"),
        ("1e+", "byte 0: this is not a JSON number: no digit in the exponent"),
        ("\"a", "byte 2: expected a closing quote, found the end"),
        ("\"a\nb\"", "byte 2: a control character (10) inside a string must be written as an escape"),
        (#""\x""#, #"byte 1: this escape is unknown; JSON has \" \\ \/ \b \f \n \r \t and \uXXXX"#),
        (#""\u12g4""#, #"byte 1: this escape is unknown; JSON has \" \\ \/ \b \f \n \r \t and \uXXXX"#),
        (#""a\ud800b""#, "byte 2: this surrogate is unpaired"),
        (#""\udc00""#, "byte 1: this surrogate is unpaired"),
    ])
    func anErrorNamesTheByteAndWhatWasExpected(text: String, message: String) {
        #expect(errorMessage { try JSON(parsing: text) } == message)
    }

    @Test func invalidUTF8IsRefused() {
        for bytes: [UInt8] in [[0xC0, 0x80], [0xED, 0xA0, 0x80], [0xF5, 0x80, 0x80, 0x80], [0xE2, 0x82], [0x80]] {
            #expect(errorMessage { try JSON(parsing: [0x22] + bytes + [0x22]) } == "byte 1: these bytes are not UTF-8")
        }
    }

    @Test func theFirstOfManyRepeatedKeysIsNamed() {
        let members = (0..<100).map { "\"k\($0 * 37 % 100 + 100)\":0" }
        let text = "{\((members + members.reversed()).joined(separator: ","))}"
        let byte = 1 + 100 * 9
        #expect(throws: JSONError(byte: byte, .duplicate(key: "k\(99 * 37 % 100 + 100)"))) { try JSON(parsing: text) }
    }

    @Test func thousandsOfKeysAreParsed() throws {
        let line = "{" + (0..<50_000).map { "\"\($0)\":0" }.joined(separator: ",") + "}"
        #expect(try JSONText.members(of: Array(line.utf8)).count == 50_000)
        #expect(throws: JSONError.self) { try JSONText.members(of: Array((line.dropLast() + ",\"7\":0}").utf8)) }
    }

    /// Strings are parsed eight bytes at a time.
    @Test func everyByteIsCheckedAtEachOffsetOfAString() {
        for place in 0..<20 {
            for (byte, reason) in [
                (0x00, "a control character (0) inside a string must be written as an escape"),
                (0x1F, "a control character (31) inside a string must be written as an escape"),
                (0x0A, "a control character (10) inside a string must be written as an escape"),
                (0x80, "these bytes are not UTF-8"), (0xFF, "these bytes are not UTF-8"),
                (0x22, "expected the end, found \"a\""),
                (0x5C, #"this escape is unknown; JSON has \" \\ \/ \b \f \n \r \t and \uXXXX"#),
            ] as [(UInt8, String)] {
                let text = "\"\(String(repeating: "~", count: place))".utf8 + [byte] + "a !#[]\u{7F}aaaaaaaaaaaa\"".utf8
                let at = byte == 0x22 ? place + 2 : place + 1
                #expect(errorMessage { try JSON(parsing: Array(text)) } == "byte \(at): \(reason)")
            }
        }
    }
}
