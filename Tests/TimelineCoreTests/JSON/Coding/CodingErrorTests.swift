import Foundation
import Testing
import TimelineTestSupport

@testable import TimelineKit

struct CodingErrorTests {
    private enum Action: Codable {
        case add(amount: Int, to: [Item])
        case reset
        case rename(String)
    }

    private struct Item: Codable {
        var name: String

        enum CodingKeys: CodingKey { case name }
    }

    @Test(arguments: [
        (#"{"add":{"amount":"x","to":[]}}"#, "$.add.amount: Expected to decode Int but found a string instead"),
        (
            #"{"add":{"amount":1,"to":[{"name":"a"},{"name":null}]}}"#,
            "$.add.to[1].name: Cannot get value of type String -- found null value instead"
        ),
        (#"{"add":{"amount":1}}"#, #"$.add: the key "to" is missing"#),
        (#"{"add":{"amount":1,"to":{}}}"#, "$.add.to: Expected to decode Array<Any> but found a dictionary instead"),
        (#"{"add":null}"#, "$.add: Cannot get keyed decoding container -- found null value instead"),
        (#"{"rename":{"_0":1.5}}"#, "$.rename._0: Expected to decode String but found number instead"),
        (#"{"ad":{}}"#, #"Action has no case "ad" (did you mean "add"?)"#),
        (#"{"Add":{}}"#, #"Action has no case "Add" (did you mean "add"?)"#),
        (#"{"renmae":{}}"#, #"Action has no case "renmae" (did you mean "rename"?)"#),
        (#"{"reste":{}}"#, #"Action has no case "reste" (did you mean "reset"?)"#),
        (#"{"rese":{}}"#, #"Action has no case "rese" (did you mean "reset"?)"#),
        (#"{"":{}}"#, #"Action has no case """#),
        (#"{"remove":{}}"#, #"Action has no case "remove""#),
        ("{}", "a case of Action is an object with the case as its one key, and this one is empty"),
        (
            #"{"reset":{},"add":{}}"#,
            #"a case of Action is an object with the case as its one key, and this one has 2: "reset", "add""#
        ),
        ("[]", "Expected to decode Dictionary<String, Any> but found an array instead"),
        ("null", "Cannot get keyed decoding container -- found null value instead"),
    ])
    func anErrorOfAnActionNamesTheWholePath(text: String, message: String) {
        #expect(errorMessage { try JSONCoding.decode(Action.self, from: text.utf8) } == message)
    }

    @Test func anErrorNamesTheUnknownCaseAndItsLocation() {
        let text = #"{"list":[{"reset":{}},{"rest":{}}]}"#
        #expect(
            errorMessage { try JSONCoding.decode([String: [Action]].self, from: text.utf8) }
                == #"$.list[1]: Action has no case "rest" (did you mean "reset"?)"#)
    }

    @Test func anErrorNamesAnElementByItsIndex() {
        #expect(
            errorMessage { try JSONCoding.decode([String: [Int]].self, from: #"{"a":[1,[],3]}"#.utf8) }
                == "$.a[1]: Expected to decode Int but found an array instead")
        #expect(
            errorMessage { try JSONCoding.decode([[String]].self, from: #"[["a"],[],["b",{},"c",3]]"#.utf8) }
                == "$[2][1]: Expected to decode String but found a dictionary instead")
        #expect(
            errorMessage { try JSONCoding.decode([[Item]].self, from: #"[[],[{"name":"a"},{"name":"b"},{}]]"#.utf8) }
                == #"$[1][2]: the key "name" is missing"#)
    }

    @Test(arguments: [
        ("[300]", "$[0]: the number 300 does not fit UInt8"), ("[1,-1]", "$[1]: the number -1 does not fit UInt8"),
        ("[1.5]", "$[0]: the number 1.5 does not fit UInt8"),
        ("[1,2,1e400]", "$[2]: the number 1e400 does not fit UInt8"),
    ])
    func anErrorNamesTheNumberThatDoesNotFit(text: String, message: String) {
        #expect(errorMessage { try JSONCoding.decode([UInt8].self, from: text.utf8) } == message)
    }

    @Test func anErrorNamesTheNumberThatDoesNotFitAFloatingPointType() {
        #expect(
            errorMessage { try JSONCoding.decode(Double.self, from: "1e400".utf8) }
                == "the number 1e400 does not fit Double")
        #expect(
            errorMessage { try JSONCoding.decode([String: Float].self, from: #"{"a":1e-60}"#.utf8) }
                == "$.a: the number 1e-60 does not fit Float")
    }

    private indirect enum Nest: Encodable {
        case value
        case nested(Nest)

        func encode(to encoder: any Encoder) throws {
            var container = encoder.unkeyedContainer()
            if case .nested(let nest) = self { try container.encode(nest) }
        }

        init(depth: Int) { self = depth == 1 ? .value : .nested(Nest(depth: depth - 1)) }
    }

    @Test func aValueThatIsNestedTooDeepForALineIsNotEncoded() throws {
        let deepest = try JSONCoding.encode(Nest(depth: 127))
        let line = Array(#"{"state":"#.utf8) + deepest.bytes + [UInt8(ascii: "}")]
        #expect(throws: Never.self) { try JSON(parsing: line) }
        #expect(
            errorMessage { try JSONCoding.encode(Nest(depth: 128)) } == "$[0]: its values are nested more than 127 deep"
        )
    }

    @Test(arguments: [
        ("", "this is not JSON: byte 0: expected a value, found the end"),
        ("{\"a\":1", "this is not JSON: byte 6: expected a comma or }, found the end"),
        ("[1] x", "this is not JSON: byte 4: expected the end, found \"x\""),
        (#"{"a":1,"\u0061":2}"#, "this is not JSON: byte 7: the key \"a\" occurs twice in one object"),
    ])
    func anErrorOfTextThatIsNotJSONNamesTheByte(text: String, message: String) {
        #expect(errorMessage { try JSONCoding.decode([String: Int].self, from: text.utf8) } == message)
    }

    @Test(arguments: [
        (#"{"id":"x","url":"a:b","data":"YQ=="}"#, "$.id: \"x\" is not a UUID"),
        (#"{"id":"E621E1F8-C36C-495A-93FC-0C247A3E6E5F","url":"","data":"YQ=="}"#, "$.url: \"\" is not a URL"),
        (#"{"id":"E621E1F8-C36C-495A-93FC-0C247A3E6E5F","url":"a:b","data":"Y"}"#, "$.data: it is not Base64"),
        (
            #"{"id":"E621E1F8-C36C-495A-93FC-0C247A3E6E5F","url":"a:b","data":1}"#,
            "$.data: Expected to decode String but found number instead"
        ),
    ])
    func anErrorNamesTextThatItsTypeRejects(text: String, message: String) {
        struct Values: Decodable {
            var id: UUID
            var url: URL
            var data: Data
        }
        #expect(errorMessage { try JSONCoding.decode(Values.self, from: text.utf8) } == message)
    }

    private struct SampleError: Error, CustomStringConvertible { var description: String { "out of paper" } }

    private struct Failing: Codable {
        init() {}
        init(from decoder: any Decoder) throws { throw SampleError() }
        func encode(to encoder: any Encoder) throws { throw SampleError() }
    }

    @Test func anErrorOfAnotherTypeHasALocation() {
        #expect(errorMessage { try JSONCoding.encode(["a": [[Failing()]]]) } == "$.a[0][0]: out of paper")
        #expect(
            errorMessage { try JSONCoding.decode([String: [Failing]].self, from: #"{"b":[],"a":[{}]}"#.utf8) }
                == "$.a[0]: out of paper")
    }

    private struct Late: Encodable {
        var failsLast: Bool

        private enum Key: String, CodingKey { case first, inner }

        func encode(to encoder: any Encoder) throws {
            var container = encoder.container(keyedBy: Key.self)
            var inner = container.nestedContainer(keyedBy: Key.self, forKey: .inner)
            try container.encode(1, forKey: .first)
            // The inner container is written to after the outer continued.
            if failsLast { try inner.encode([Failing()], forKey: .first) }
            try? inner.encode(Failing(), forKey: .inner)
            throw EncodingError.invalidValue(
                self, EncodingError.Context(codingPath: inner.codingPath, debugDescription: "nothing works."))
        }
    }

    @Test func aContainerThatIsWrittenToLateKnowsItsCodingPath() {
        #expect(
            errorMessage { try JSONCoding.encode([[Late(failsLast: true)]]) } == "$[0][0].inner.first[0]: out of paper")
        #expect(errorMessage { try JSONCoding.encode(["x": Late(failsLast: false)]) } == "$.x.inner: nothing works")
    }

    @Test func aRootThatEncodesNothingIsRefused() {
        struct Nothing: Encodable { func encode(to encoder: any Encoder) throws {} }
        #expect(errorMessage { try JSONCoding.encode(Nothing()) } == "Nothing did not encode any values")
    }

    @Test func aValueThatIsEncodedInTwoWaysIsRefused() {
        struct Both: Encodable {
            func encode(to encoder: any Encoder) throws {
                var object = encoder.container(keyedBy: Item.CodingKeys.self)
                try object.encode("a", forKey: .name)
                var array = encoder.unkeyedContainer()
                try array.encode(1)
            }
        }
        struct Twice: Encodable {
            func encode(to encoder: any Encoder) throws {
                var container = encoder.singleValueContainer()
                try container.encode(1)
                try container.encode(2)
            }
        }
        let message = "it is encoded in two ways: as one value, an array or an object"
        #expect(errorMessage { try JSONCoding.encode(["a": Both()]) } == "$.a: \(message)")
        #expect(errorMessage { try JSONCoding.encode([Twice()]) } == "$[0]: \(message)")
    }
}
