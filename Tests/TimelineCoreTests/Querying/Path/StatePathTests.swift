import TimelineKit
import TimelineReplay
import Testing

struct StatePathTests {
    @Test(arguments: ["$[", "/~"])
    func `the error of a path quotes only its beginning`(start: String) throws {
        let path = start + String(repeating: "x", count: 100_000)
        do {
            _ = try StatePath(parsing: path)
            Issue.record("it is a path")
        } catch {
            #expect(error.description.hasPrefix("\"\(path.prefix(60))…\" is not a "))
            #expect(error.description.count < 200)
        }
    }

    private static let state: JSON = [
        "a": ["0": "name"], "b": ["index", "second"], "": 1, "c": [["x": 3], ["x": -3]],
    ]

    @Test(
        arguments: [
            ("", ["$"]), ("/a/0", ["$.a['0']"]), ("/b/0", ["$.b[0]"]), ("/", ["$['']"]), ("/b/-", []), ("/b/00", []),
            ("/b/2", []), ("/x", []), ("$.b[-1]", ["$.b[1]"]), ("$.c[?@.x < 0]", ["$.c[1]"]),
        ] as [(String, [String])])
    func selectsLocations(_ text: String, _ locations: [String]) throws {
        let path = try StatePath(parsing: text)
        let nodes = try path.nodes(in: Self.state)
        #expect(nodes.map(\.path.pathDescription) == locations)
        #expect(try path.values(in: Self.state) == nodes.map(\.value))
    }

    /// The members that filters read count, too.
    @Test(
        arguments: [
            ("", [[]]), ("/a/b", [["a", "b"]]), ("/a/0/b", [["a"]]), ("$.a.b[0].c", [["a", "b"]]), ("$..a", [[]]),
            ("$.items[?@.price > $.limit.high].name", [["items"], ["limit", "high"]]),
        ] as [(String, [[String]])])
    func readsMembers(_ text: String, _ paths: [[String]]) throws {
        #expect(try StatePath(parsing: text).members == MemberTree(paths))
    }

    @Test(
        arguments: [
            ("/a/0", []), ("/b/7", ["$.b[7]"]), ("/x/7/y", ["$.x[7].y"]), ("", []),
            ("$.c[?@.y > 0].z", ["$.c[*].z", "$.c[*].y"]),
        ] as [(String, [String])])
    func namesWhatLeadsNowhere(_ text: String, _ paths: [String]) throws {
        var unseen = UnseenPaths(try StatePath(parsing: text))
        unseen.evaluate(in: Self.state)
        #expect(unseen.paths == paths)
    }
}
