import Testing
@testable import TimelineKit
@testable import TimelineReplay
import TimelineTestSupport

struct JSONPatchTests {
    private static let state: JSON = ["a": ["b": [1, 2, 3]], "c": "text"]

    private func apply(_ patch: String, to value: JSON = state) throws -> JSON {
        try JSONPatch(try JSON(parsing: patch)).apply(to: value)
    }

    @Test func operationsAreAppliedInOrder() throws {
        let result = try apply(
            """
            [{"op":"add","path":"/a/b/-","value":4},{"op":"move","from":"/a/b/0","path":"/first"},
             {"op":"copy","from":"/a","path":"/copy"},{"op":"replace","path":"/c","value":null},
             {"op":"remove","path":"/a/b/1"},{"op":"test","path":"/copy/b","value":[2.0,3,4]}]
            """)
        #expect(result.description == #"{"a":{"b":[2,4]},"c":null,"first":1,"copy":{"b":[2,3,4]}}"#)
    }

    @Test func theWholeValueCanBeReplaced() throws {
        #expect(try apply(#"[{"op":"replace","path":"","value":1}]"#) == 1)
        #expect(try apply(#"[{"op":"add","path":"","value":1}]"#) == 1)
        #expect(try apply(#"[{"op":"move","from":"/a/b","path":""}]"#) == [1, 2, 3])
        #expect(try apply(#"[{"op":"move","from":"/a","path":"/a"}]"#) == Self.state)
    }

    @Test(arguments: [
        ("{}", "a patch is an array of operations, found an object"),
        ("[1]", "operation 1: an operation is an object, found a number"),
        ("[{}]", "operation 1: the member \"op\" is missing"),
        (
            #"[{"op":"spam","path":""}]"#,
            #"operation 1: "op" is add, remove, replace, move, copy or test, found "spam""#
        ),
        (#"[{"op":"remove"}]"#, "operation 1: the member \"path\" is missing"),
        (#"[{"op":"remove","path":1}]"#, "operation 1: \"path\" is a JSON Pointer in quotes, found a number"),
        (
            #"[{"op":"remove","path":"a"}]"#,
            #"operation 1: "path": "a" is not a JSON Pointer: it must be empty or begin with /"#
        ),
        (#"[{"op":"add","path":"/a"}]"#, "operation 1: the member \"value\" is missing"),
        (
            #"[{"op":"test","path":"/c","value":"text"},{"op":"move","path":"/c"}]"#,
            "operation 2: the member \"from\" is missing"
        ),
        (
            #"[{"op":"test","path":"/c","value":"text"},{"op":"test","path":"/a/b/0","value":2}]"#,
            "operation 2: $.a.b[0] is not the value that was expected"
        ),
        (#"[{"op":"test","path":"/x","value":2}]"#, "operation 1: there is nothing at $.x"),
        (#"[{"op":"add","path":"/x/y/z","value":2}]"#, "operation 1: there is nothing at $.x"),
        (#"[{"op":"add","path":"/a/b/4","value":2}]"#, "operation 1: $.a.b[4] is not a valid index in an array of 3"),
        (#"[{"op":"add","path":"/a/b/x","value":2}]"#, "operation 1: $.a.b.x is not a valid index in an array of 3"),
        (#"[{"op":"add","path":"/c/x","value":2}]"#, "operation 1: $.c.x would be inside a string"),
        (#"[{"op":"remove","path":"/a/b/-"}]"#, "operation 1: there is nothing at $.a.b['-']"),
        (#"[{"op":"remove","path":""}]"#, "operation 1: the whole value cannot be removed"),
        (#"[{"op":"replace","path":"/a/x","value":1}]"#, "operation 1: there is nothing at $.a.x"),
        (#"[{"op":"replace","path":"/a/b/03","value":1}]"#, "operation 1: there is nothing at $.a.b['03']"),
        (#"[{"op":"copy","from":"/x","path":"/y"}]"#, "operation 1: there is nothing at $.x"),
        (#"[{"op":"move","from":"/a","path":"/a/b/0"}]"#, "operation 1: $.a cannot be moved into itself"),
    ])
    func anErrorNamesTheOperation(patch: String, message: String) {
        #expect(errorMessage { try apply(patch) } == message)
    }

    @Test func aNullMemberExists() throws {
        #expect(try apply(#"[{"op":"test","path":"/n","value":null}]"#, to: ["n": .null]) == ["n": .null])
        #expect(try apply(#"[{"op":"remove","path":"/n"}]"#, to: ["n": .null]) == .object(JSONObject()))
    }

    @Test func aPatchCannotNestPastTheLimit() throws {
        let deep = String(repeating: "/0", count: 127)
        let value = try JSON(parsing: String(repeating: "[", count: 128) + String(repeating: "]", count: 128))
        #expect(
            try apply("[{\"op\":\"add\",\"path\":\"\(deep)/-\",\"value\":1}]", to: value)[
                JSONPointer(Array(repeating: "0", count: 128))] == 1)
        let message = "operation 1: values would be nested more than 128 deep"
        #expect(
            errorMessage { try apply("[{\"op\":\"add\",\"path\":\"\(deep)/-\",\"value\":[]}]", to: value) } == message)
        #expect(errorMessage { try apply(#"[{"op":"copy","from":"","path":"/-"}]"#, to: value) } == message)
        #expect(
            errorMessage { try apply(#"[{"op":"move","from":"/b","path":"/a/-"}]"#, to: ["a": [], "b": value]) }
                == message)
    }

    @Test func copiesOfCopiesAreLimited() {
        let patch = JSONPatch(
            Array(repeating: .copy(from: JSONPointer(["a"]), path: JSONPointer(["a", "-"])), count: 60))
        #expect(
            errorMessage { try patch.apply(to: ["a": [1]]) }
                == "operation 23: the copies of this patch exceed 10000000 values")
    }
}
