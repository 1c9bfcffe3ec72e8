import Testing
import TimelineTestSupport

@testable import TimelineJSON

struct MembersTests {
    private func members(_ line: String) throws -> [String] {
        let bytes = Array(line.utf8)
        return try JSONText.members(of: bytes).map {
            "\($0.name)=\(String(decoding: bytes[$0.value], as: UTF8.self))"
        }
    }

    @Test func eachKeyHasTheRangeOfItsValue() throws {
        #expect(try members(#"{"a":1,"b\n": [1, {"c":"}"}] ,"c":{}}"#) == ["a=1", #"b\#n=[1, {"c":"}"}]"#, "c={}"])
        #expect(try members("{}").isEmpty)
        #expect(try members(" \t{ \"a\" : null } ") == ["a=null"])
    }

    @Test(arguments: [
        ("[]", "byte 0: expected an object, found \"[\""),
        (#"{"a":1,"a":2}"#, "byte 7: the key \"a\" occurs twice in one object"),
        (#"{"a":[{"b":1,"b":2}]}"#, "byte 13: the key \"b\" occurs twice in one object"),
        (#"{"a":1} x"#, "byte 8: expected the end, found \"x\""),
        (#"{"a":tru}"#, "byte 5: expected a value, found \"t\""),
    ])
    func theWholeLineIsChecked(line: String, message: String) {
        #expect(errorMessage { try JSONText.members(of: Array(line.utf8)) } == message)
    }
}
