import Testing
@testable import TimelineKit
@testable import TimelineReplay

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
