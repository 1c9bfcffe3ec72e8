import Testing

@testable import TimelineKit

/// The members of a value that are needed.
struct MemberTreeTests {
    private func needed(_ path: [String], of tree: MemberTree) -> MemberTree.Node? {
        path.reduce(tree.root) { node, name in node.flatMap { tree[name, in: $0] } }
    }

    @Test func aPathIncludesLongerPaths() {
        let tree = MemberTree([["a", "b"], ["c", "d", "e"], ["a", "f"], ["c", "d"]])
        for path in [["a", "b"], ["a", "f"], ["c", "d"], ["c", "d", "e"], ["c", "d", "x", "y"]] {
            #expect(needed(path, of: tree) == MemberTree.all, "\(path)")
        }
        for path in [["x"], ["a", "d"], ["c", "e"], ["b"], ["a", "x", "b"]] {
            #expect(needed(path, of: tree) == nil, "\(path)")
        }
        #expect(needed(["a"], of: tree) != MemberTree.all)
        #expect(tree == MemberTree([["a", "b"], ["c", "d"], ["a", "f"]]))
    }

    @Test func anEmptyPathNeedsAllMembersAndNoPathsNeedNone() {
        #expect(needed([], of: MemberTree([["a"], []])) == MemberTree.all)
        #expect(needed(["x", "y"], of: MemberTree([["a"], []])) == MemberTree.all)
        #expect(needed(["a"], of: MemberTree([])) == nil)
    }

    /// No value is nested so deep, and no path from a command line may exhaust the stack.
    @Test func namesBelowTheDeepestValueAreIgnored() {
        let path = Array(repeating: "a", count: 100_000)
        let tree = MemberTree([path])
        #expect(needed(Array(path.prefix(JSONWriter.depthLimit - 1)), of: tree) != MemberTree.all)
        #expect(needed(path, of: tree) == MemberTree.all)
    }
}
