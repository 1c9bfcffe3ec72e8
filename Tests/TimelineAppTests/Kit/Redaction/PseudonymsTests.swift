import Foundation
import Testing
@testable import TimelineKit

struct PseudonymsTests {
    private let pseudonyms = Pseudonyms(key: Array("a key for tests.".utf8))

    private func of(_ text: String) throws -> String { "\(pseudonyms.of(try JSON(parsing: text)))" }

    /// Computed by another implementation of HMAC. They must not change, so that older recordings stay comparable.
    @Test func pseudonymsOfEveryKindOfValue() throws {
        #expect(
            try of(
                #"["bob@example.com",42,-7,0,9007199254740993,18446744073709551615,3.25,"","#
                    + #"null,true,false,{},[],{"name":["bob@example.com"]},"E621E1F8-C36C-495A-93FC-0C247A3E6E5F"]"#)
                == #"["redacted976fb23914bc4b862c2c2466826d085a",1138068851,1755776632,2001748366,"#
                + #"8254042858477020,8618798227008523,1122199060.4844387,"","#
                + #"null,true,false,{},[],{"name":["redacted976fb23914bc4b862c2c2466826d085a"]},"#
                + #""DD4E26B0-E697-8908-9CB9-49D77DB3EF35"]"#)
    }

    @Test func anotherKeyMakesOtherPseudonyms() {
        let others = Pseudonyms(key: Array("a key for texts.".utf8))
        for value: JSON in ["bob", 42, 3.25, 9_007_199_254_740_993] {
            #expect(pseudonyms.of(value) != others.of(value))
        }
        #expect(Pseudonyms.random().of("bob") != Pseudonyms.random().of("bob"))
    }

    @Test func pseudonymsPreserveEquality() throws {
        #expect(try of("[1,1.0,10e-1]") == "[\(of("1")),\(of("1")),\(of("1"))]")
        // Two Unicode forms of é, and texts with common prefixes.
        let texts = ["é", "e\u{301}", "a", "aa", "A", "a ", "a\u{0}", "1", "\"1\"", "null", "redacted"]
        #expect(Set(texts.map { ExactString(pseudonyms.of($0)) }).count == texts.count)
        #expect(try of(#""1""#) != of("1"))
        let whole = (0..<1000).map { pseudonyms.of(JSON.number(JSONNumber($0 * 65_521))).description }
        #expect(Set(whole).count == 1000)
        let fractions = (0..<10_000).map { pseudonyms.of(JSON.number(JSONNumber(Double($0) + 0.5)!)).description }
        #expect(Set(fractions).count == 10_000)
    }

    @Test func pseudonymsDecodeAsTheTypesOfTheirValues() throws {
        struct Values: Codable, Equatable {
            var text = "bob"
            var id = UUID()
            var data = Data("a token".utf8)
            var link = URL(string: "https://example.com/?user=bob")!
            var small = Int32.min
            var whole = 42
            var large = Int64.min
            var unsigned = UInt64.max
            var number = 0.1
            var wholeNumber = 3.0
            var float = Float(1.5)
            var date = Date(timeIntervalSinceReferenceDate: 785_412_345.123456)
            var absent: String?
            var none: [String] = []
            var list = ["a", "b", "a"]
            var table = ["a": 1]
            var flag = true
        }
        let values = Values()
        let hidden = JSONText(pseudonyms.of(try JSONCoding.encode(values).value))
        let read = try JSONCoding.decode(Values.self, from: hidden)
        #expect(read.list[0] == read.list[2] && read.list[0] != read.list[1])
        #expect((2035...2070).contains(Calendar(identifier: .gregorian).component(.year, from: read.date)))
        #expect(read.flag && read.none.isEmpty && read.absent == nil)
        // Decoding and encoding a pseudonym preserves it. A Float preserves 24 bits.
        var written = try JSONCoding.encode(read).value.object
        written?["float"] = hidden.value.object?["float"]
        #expect(written == hidden.value.object)
    }

    @Test func pseudonymsAreRecognized() throws {
        for text in [
            "\"bob\"", "42", "-42", "2.5", "1e300", "9007199254740993", "18446744073709551615", "\"\"", "null", "true",
            "\"E621E1F8-C36C-495A-93FC-0C247A3E6E5F\"", #"[{"a":["b",1]}]"#,
        ] {
            #expect(try Pseudonyms.looksLikeOne(JSON(parsing: of(text))), "\(text)")
        }
        for text in [
            "\"bob\"", "42", "0", "-1073741824.5", "1e300", "9007199254740993", "18446744073709551615",
            "\"redacted\"", "\"E621E1F8-C36C-495A-93FC-0C247A3E6E5F\"", #"[{"a":["",1]}]"#,
            "\"redacted0123456789abcdef0123456789abcdeF\"", "\"redacted0123456789abcdef0123456789abcdef0\"",
        ] {
            #expect(try !Pseudonyms.looksLikeOne(JSON(parsing: text)), "\(text)")
        }
    }
}
