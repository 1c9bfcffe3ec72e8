import TestSupport
import Testing

@testable import TimelineJSON
import TimelineQuerying

struct JSONCodingTests {
    private struct Item: Codable, Equatable {
        var text = "a \"text\" / é 😀\n"
        var count: Int64 = .min
        var size = UInt64.max
        var weight = 0.1
        var tags: [String?] = ["x", nil]
        var kind = Kind.sized(width: 1, height: -0.0)
        var parts: [String: [Int]] = ["b": [], "a": [1, 2]]
    }

    private enum Kind: Codable, Equatable {
        case plain
        case sized(width: Double, height: Double)
    }

    private func text(_ value: some Encodable) throws -> String {
        String(decoding: try JSONCoding.encode(value).bytes, as: UTF8.self)
    }

    private func error<Value: Decodable>(_ type: Value.Type, _ text: String) -> String {
        errorMessage { try JSONCoding.decode(type, from: JSONText(unchecked: text.utf8)) }
    }

    private indirect enum Nest: Codable {
        case value(Int)
        case nested(Nest)

        func encode(to encoder: any Encoder) throws {
            var container = encoder.unkeyedContainer()
            switch self {
            case .value(let value): try container.encode(value)
            case .nested(let nest): try container.encode(nest)
            }
        }

        init(depth: Int) { self = depth == 1 ? .value(1) : .nested(Nest(depth: depth - 1)) }
    }

    @Test func aValueThatIsNestedTooDeepForALineIsNotEncoded() throws {
        let deepest = try JSONCoding.encode(Nest(depth: 127))
        let line = Array(#"{"state":"#.utf8) + deepest.bytes + [UInt8(ascii: "}")]
        #expect(throws: Never.self) { try JSON(parsing: line) }
        #expect(
            errorMessage { try JSONCoding.encode(Nest(depth: 128)) } == "its values are nested more than 127 deep")
    }

    @Test(arguments: [
        ("[300]", "$[0]: the number 300 does not fit UInt8"), ("[1,-1]", "$[1]: the number -1 does not fit UInt8"),
        ("[1.5]", "$[0]: the number 1.5 does not fit UInt8"),
        ("[1,2,1e400]", "$[2]: the number 1e400 does not fit UInt8"),
    ])
    func anErrorNamesTheNumberThatDoesNotFit(text: String, message: String) {
        #expect(error([UInt8].self, text) == message)
    }

    @Test func anErrorNamesTheNumberThatDoesNotFitAFloatingPointType() {
        #expect(error(Double.self, "1e400") == "the number 1e400 does not fit Double")
        #expect(error([String: Float].self, #"{"a":1e-60}"#) == "$.a: the number 1e-60 does not fit Float")
    }

    @Test func valuesSurviveTheRoundTripWithSortedKeys() throws {
        let item = Item()
        #expect(
            try text(item) == #"{"count":-9223372036854775808,"kind":{"sized":{"height":-0,"width":1}},"#
                + #""parts":{"a":[1,2],"b":[]},"size":18446744073709551615,"tags":["x",null],"#
                + #""text":"a \"text\" / é 😀\n","weight":0.1}"#)
        #expect(try JSONCoding.decode(Item.self, from: JSONCoding.encode(item)) == item)
        #expect(try JSONCoding.decode(Kind.self, from: JSONCoding.encode(Kind.plain)) == .plain)
    }

    @Test func nanAndInfinitiesAreStrings() throws {
        let values = [Double.nan, .infinity, -.infinity, 1.5]
        #expect(try text(values) == #"["NaN","Infinity","-Infinity",1.5]"#)
        let decoded = try JSONCoding.decode([Double].self, from: JSONCoding.encode(values))
        #expect(decoded[0].isNaN)
        #expect(decoded[1...] == [.infinity, -.infinity, 1.5])
    }

    private struct Post: Decodable {
        var likes: Int
        var comments: [Comment]?
        struct Comment: Decodable { var text: String }
    }

    @Test(arguments: [
        ("{}", #"the key "likes" is missing"#),
        ("[]", "Expected to decode Dictionary<String, Any> but found an array instead"),
        (#"{"likes":"x"}"#, "$.likes: Expected to decode Int but found a string instead"),
        (#"{"likes":null}"#, "$.likes: Cannot get value of type Int -- found null value instead"),
        (#"{"likes":1,"comments":[{"text":"a"},{}]}"#, #"$.comments[1]: the key "text" is missing"#),
        (
            #"{"likes":1,"comments":[{"text":1}]}"#,
            "$.comments[0].text: Expected to decode String but found number instead"
        ),
    ])
    func anErrorNamesTheLocation(text: String, message: String) {
        #expect(error(Post.self, text) == message)
    }

    @Test(arguments: [
        ("a b", "$['a b']"), ("it's", #"$['it\'s']"#), ("", "$['']"), ("0a", "$['0a']"), ("é", "$.é"), ("_1", "$._1"),
        ("a\nb", #"$['a\nb']"#),
    ])
    func locationsAreWrittenInJSONPath(key: String, path: String) throws {
        let text = JSON.object(JSONObject([JSONObject.Member(key: key, value: "x")])).description
        #expect(error([String: Int].self, text) == "\(path): Expected to decode Int but found a string instead")
        #expect(try JSONPath(parsing: path).pointer == JSONPointer([key]))
    }

    @Test func anErrorNamesTheValueThatCannotBeEncoded() {
        struct Odd: Encodable {
            func encode(to encoder: any Encoder) throws {
                let context = EncodingError.Context(codingPath: encoder.codingPath, debugDescription: "no form for it.")
                throw EncodingError.invalidValue(self, context)
            }
        }
        #expect(errorMessage { try JSONCoding.encode(["a": [Odd()]]) } == "$.a[0]: no form for it")
    }
}
