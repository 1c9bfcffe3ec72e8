import Testing
@testable import TimelineKit

@testable import TimelineDebugger

struct HiddenPathsTests {
    private func hidden(_ paths: String..., in value: String) throws -> String {
        let value = try JSON(parsing: value)
        var tree = HiddenPathTree()
        for (path, names) in try HiddenPaths(paths).paths {
            for node in try path.nodes(in: value) { tree.mark(node.path.pointer.tokens[...], names ? .names : .values) }
        }
        return tree.rewritten(value) { _, _ in "•" }.description
    }

    @Test func aPathHidesTheSelectedValueAndAllBelowIt() throws {
        #expect(try hidden("$.a", in: #"{"a":1,"b":1}"#) == #"{"a":"•","b":1}"#)
        #expect(try hidden("$.a", in: #"{"a":[1,{"b":2}],"b":1}"#) == #"{"a":["•",{"b":"•"}],"b":1}"#)
        #expect(try hidden("$[*].b", in: #"[{"a":1,"b":2},{"b":[3]}]"#) == #"[{"a":1,"b":"•"},{"b":["•"]}]"#)
        #expect(try hidden("$", in: "1") == #""•""#)
        #expect(try hidden("$.c", in: #"{"a":1}"#) == #"{"a":1}"#)
        #expect(try hidden("$..a", "$.b", in: #"{"a":{"a":1},"b":2,"c":3}"#) == #"{"a":{"a":"•"},"b":"•","c":3}"#)
    }

    @Test func aNameIsNotAnIndex() throws {
        #expect(try hidden("$.a['0']", in: #"{"a":["x"]}"#) == #"{"a":["x"]}"#)
        #expect(try hidden("$.a['0']", in: #"{"a":{"0":"x","1":"y"}}"#) == #"{"a":{"0":"•","1":"y"}}"#)
    }

    @Test func aTildeHidesNames() throws {
        #expect(try hidden("$.a~", in: #"{"a":{"b":{"c":1}},"d":2}"#) == #"{"a":{"•":{"c":1}},"d":2}"#)
        #expect(try hidden("$.a~", "$.a", in: #"{"a":{"b":{"c":1}}}"#) == #"{"a":{"•":{"c":"•"}}}"#)
        #expect(try hidden("$.a~", "$.a.b~", in: #"{"a":{"b":{"c":1}}}"#) == #"{"a":{"•":{"•":1}}}"#)
        #expect(try hidden("$.a~", in: #"{"a":["b"]}"#) == #"{"a":["b"]}"#)
    }

    @Test func pathsAreEvaluatedBeforeReplacement() throws {
        #expect(
            try hidden("$[*].kind", "$[?@.kind == 'card'].number", in: #"[{"kind":"card","number":1},{"number":2}]"#)
                == #"[{"kind":"•","number":"•"},{"number":2}]"#)
    }

    @Test func anInvalidPathThrows() {
        let reason = "column 5: expected a name in quotes, an index, a slice, * or ?, found the end"
        #expect(throws: HiddenPathsError(path: "$.a[", reason: reason)) { try HiddenPaths(["$.b", "$.a["]) }
        #expect(throws: HiddenPathsError.self) { try HiddenPaths(["~"]) }
        #expect(throws: HiddenPathsError.self) { try HiddenPaths(["user.email"]) }
    }
}
