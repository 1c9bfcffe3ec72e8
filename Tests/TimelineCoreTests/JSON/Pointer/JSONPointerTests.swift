import Testing
import TimelineTestSupport

@testable import TimelineKit
@testable import TimelineReplay

struct JSONPointerTests {
    /// The examples of RFC 6901, section 5.
    private static let example: JSON = [
        "foo": ["bar", "baz"], "": 0, "a/b": 1, "c%d": 2, "e^f": 3, "g|h": 4, "i\\j": 5, "k\"l": 6, " ": 7, "m~n": 8,
    ]

    @Test(
        arguments: [
            ("", example), ("/foo", ["bar", "baz"]), ("/foo/0", "bar"), ("/", 0), ("/a~1b", 1), ("/c%d", 2),
            ("/e^f", 3),
            ("/g|h", 4), ("/i\\j", 5), ("/k\"l", 6), ("/ ", 7), ("/m~0n", 8),
        ] as [(String, JSON)])
    func theExamplesOfTheRFCResolve(text: String, value: JSON) throws {
        let pointer = try JSONPointer(parsing: text)
        #expect(Self.example[pointer] == value)
        #expect(pointer.description == text)
    }

    @Test(arguments: [
        "/foo/2", "/foo/-", "/foo/00", "/foo/01", "/foo/+0", "/foo/-0", "/foo/1e0", "/foo/",
        "/foo/99999999999999999999", "/foo/0/x", "/x", "/foo/0\u{301}",
    ])
    func aMissingValueIsNil(text: String) throws {
        #expect(Self.example[try JSONPointer(parsing: text)] == nil)
    }

    @Test func tokensAreComparedByCodePoints() throws {
        let (one, other) = (JSONPointer(["\u{E9}"]), JSONPointer(["e\u{301}"]))
        #expect(one != other)
        #expect(Set([one, other, JSONPointer(["\u{E9}"])]).count == 2)
        // A combining mark after a slash or a tilde has no effect.
        #expect(
            try JSONPointer(parsing: "/a/\u{301}b").tokens.map { Array($0.unicodeScalars) } == [
                ["a"], ["\u{301}", "b"],
            ])
        #expect(
            JSONPointer(["/\u{301}~\u{301}"]).description.unicodeScalars.elementsEqual(
                "/~1\u{301}~0\u{301}".unicodeScalars))
    }

    @Test func appendedTokensAreEscaped() {
        #expect(JSONPointer().appending("a/b").appending(3).appending("~1").description == "/a~1b/3/~01")
    }

    @Test(arguments: [
        ("", "$"), ("/comments/2/text", "$.comments[2].text"), ("/a b", "$['a b']"), ("/it's", #"$['it\'s']"#),
        ("/", "$['']"), ("/01", "$['01']"), ("/é/-", "$.é['-']"), ("/a\u{301}", "$.a\u{301}"),
        ("/\u{1}", #"$['\u0001']"#),
    ])
    func aPointerIsShownAsAJSONPath(text: String, path: String) throws {
        let pointer = try JSONPointer(parsing: text)
        #expect(pointer.pathDescription == path)
        #expect(try JSONPath(parsing: path).pointer == pointer)
    }

    @Test(arguments: [
        ("a", #""a" is not a JSON Pointer: it must be empty or begin with /"#),
        ("/a~", #""/a~" is not a JSON Pointer: a ~ must be followed by 0 or 1"#),
        ("/~2", #""/~2" is not a JSON Pointer: a ~ must be followed by 0 or 1"#),
    ])
    func anErrorNamesTheReason(text: String, message: String) {
        #expect(errorMessage { try JSONPointer(parsing: text) } == message)
    }
}
