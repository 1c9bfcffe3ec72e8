import Testing
import TimelineKit
import TimelineTestSupport

/// Untrusted text on a terminal.
struct VisibleTextTests {
    @Test func unprintableCharactersAreSwiftEscapes() {
        #expect(VisibleText.of("äöü 👩‍🚀\t") == #"äöü 👩‍🚀\u{9}"#)
        #expect(
            VisibleText.of("a\u{1B}[31mb\nc\u{9B}\u{202E}\u{E0001}") == #"a\u{1B}[31mb\u{A}c\u{9B}\u{202E}\u{E0001}"#)
        #expect(VisibleText.of("a\nb\u{7F}", exceptLines: true) == "a\nb" + #"\u{7F}"#)
    }

    @Test func bidirectionalAndInvisibleCharactersAreEscaped() {
        for value in [0x061C, 0x200B, 0x200E, 0x200F] + Array(0x2028...0x202E) + Array(0x2060...0x206F) + [0xFEFF] {
            let character = Unicode.Scalar(UInt32(value))!
            let digits = String(value, radix: 16, uppercase: true)
            #expect(VisibleText.of("a\(character)b") == "a\\u{\(digits)}b")
            let four = String(repeating: "0", count: 4 - digits.count) + digits
            #expect(VisibleText.json("{\n \"a\(character)b\u{9B}\"}") == "{\n \"a\\u\(four)b\\u009B\"}")
        }
        let joined = "می\u{200C}خواهم 👩‍🚀 שלום 🏴󠁧󠁢󠁥󠁮󠁧󠁿"
        #expect(VisibleText.of(joined) == joined && VisibleText.json(joined) == joined)
    }

    @Test func longTextIsTruncated() {
        #expect(VisibleText.of("", atMost: 60) == "")
        #expect(VisibleText.of("$.list[?@.é]", atMost: 60) == "$.list[?@.é]")
        #expect(VisibleText.of("a\u{1B}[2Jb\n\u{9B}c\u{7F}", atMost: 60) == #"a\u{1B}[2Jb\u{A}\u{9B}c\u{7F}"#)
        #expect(VisibleText.of(String(repeating: "x", count: 60), atMost: 60) == String(repeating: "x", count: 60))
        #expect(
            VisibleText.of(String(repeating: "é", count: 61), atMost: 60) == String(repeating: "é", count: 60) + "…")
    }

    /// An unescaped character of JSON text is in a string, or white space between tokens.
    @Test func unprintableCharactersInJSONAreJSONEscapes() throws {
        let json: JSON = ["a\u{7F}\u{9B}\u{200B}": ["\u{85}\u{2028}\u{FEFF}\u{FFF9}", "\u{E0001}é\u{10FFFF}"]]
        let text = String(decoding: json.text, as: UTF8.self)
        let shown = VisibleText.json("\t\(text)\r\n")
        #expect(shown == #" {"a\u007F\u009B\u200B":["\u0085\u2028\uFEFF\uFFF9","\uDB40\uDC01é"# + "\u{10FFFF}\"]} \n")
        #expect(try JSON(parsing: shown) == json)
    }
}
