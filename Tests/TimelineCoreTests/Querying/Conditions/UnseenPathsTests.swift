import Testing
@testable import TimelineKit
@testable import TimelineReplay
import TimelineTestSupport

struct UnseenPathsTests {
    private func unseen(_ condition: String, in values: JSON...) throws -> [String] {
        var unseen = UnseenPaths(try JSONCondition(parsing: condition))
        for value in values { unseen.evaluate(in: value) }
        #expect(unseen.count == values.count)
        return unseen.paths
    }

    @Test(arguments: [
        ("$.total < 0", ["$.total"]), ("$.cart.total < 0", []), ("0 > @.totl", ["$.totl"]), ("$ == 1", []), ("$", []),
        ("!$.user && $.cart", ["$.user"]), ("$.cart || $.user", ["$.user"]), ("$.done", []), ("$.nothing", []),
        (
            "($.total < 0 || !(2 > $.items[3])) && $.cart.total == 1 && $.user && count($.x) == 0",
            [
                "$.total", "$.items[3]", "$.user", "$.x",
            ]
        ),
        ("$.cart.total - $.cart.paid * -$.tax > 0", ["$.cart.paid", "$.tax"]),
        ("search($.name, $.pattern) || length($.a) == value($..b)", ["$.name", "$.pattern", "$.a", "$..b"]),
        ("$.items[?@.price < 0]", []), ("$.items[?@.prise < 0]", ["$.items[*].prise"]),
        ("$.items[?@.tags[?@.name == $.nam]]", ["$.items[*].tags[*].name", "$.nam"]),
        ("$.items[?@.tag[?@.name == 1]].x", ["$.items[*].x", "$.items[*].tag"]),
        ("$..[?@.x]", ["$..[*].x"]), ("$..prise", ["$..prise"]),
        ("$['a b'] == 1 && $.items[-9] == 1", ["$['a b']", "$.items[-9]"]), ("$.items[5:9:2]", ["$.items[5:9:2]"]),
        ("$.cart['x','y'] && $.cart[*,?@.z]", ["$.cart['x','y']", "$.cart[*].z"]), ("$..['x','y']", ["$..['x','y']"]),
        ("$.x == 1 && $.x.y == 2 && $.x == 3 && $.xy", ["$.x", "$.xy"]),
    ])
    func pathsThatSelectNothingAreUnseen(condition: String, paths: [String]) throws {
        let value: JSON = [
            "cart": ["total": 1], "items": [["price": 1, "tags": [1]]], "done": false, "nothing": .null,
        ]
        #expect(try unseen(condition, in: value) == paths)
    }

    @Test func oneNodeInOneValueIsEnough() throws {
        #expect(try unseen("$.a == 1 && $.b == 1 && $.c == 1", in: ["a": 1], ["b": .null], ["d": 1]) == ["$.c"])
        #expect(try unseen("$.a").isEmpty)
    }
}
