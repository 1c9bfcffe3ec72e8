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

    @Test(arguments: [
        (#"$.badge < "0""#, [#"$.badge as a text to compare with "0""#]),
        (#"0 <= $.name"#, ["$.name as a number to compare with 0"]),
        (#"$.badge == "0""#, [#"$.badge as a text to compare with "0""#]), ("$.badge < 0", []), ("$.name != 'x'", []),
        (
            #"$.badge != "0" && 1 > $.name"#,
            [#"$.badge as a text to compare with "0""#, "$.name as a number to compare with 1"]
        ),
        ("$.badge < $.name", ["$.badge as a text to compare with $.name"]), ("$.badge < $.empty", []),
        ("$.mixed[0] < 'a'", ["$.mixed[0] as a text to compare with \"a\""]), ("$.mixed[1] == 'a'", []),
        ("value($.mixed[*]) < 'a'", []), ("$.user == 'a'", ["$.user"]), ("$.badge == null", []), ("$.flag == 1", []),
        ("$.items[?@.price < '0']", ["$.items[*].price as a text to compare with \"0\""]),
        ("$.items[?@.price < 0]", []),
        ("$.items[?@.id < '0']", []),
        ("count($.items[*]) > '3'", ["count($.items[*]) as a text to compare with \"3\""]),
        (
            "($.badge + sum($.items[*].price) - 1) * 2 == $.name",
            ["$.name as a number to compare with ($.badge + sum($.items[*].price) - 1) * 2"]
        ), ("1 < 'a'", ["1 as a text to compare with \"a\""]), ("length($.name) == $.badge", []),
    ])
    func aNumberComparedWithATextIsNamed(condition: String, paths: [String]) throws {
        let value: JSON = [
            "badge": 1, "name": "x", "empty": .null, "mixed": [1, "a"], "flag": true,
            "items": [["price": 1, "id": 1], ["price": 2, "id": "x"]],
        ]
        #expect(try unseen(condition, in: value) == paths)
    }

    @Test func anAbsentValueThatIsComparedWithNullIsNamed() throws {
        let (some, none): (JSON, JSON) = (["user": "ann"], [:])
        let named = ["a null at $.user (!$.user is true where it is absent)"]
        #expect(try unseen("$.user == null", in: some, none) == named)
        #expect(try unseen("null != $.user", in: none, some) == named)
        #expect(try unseen("$.user == null", in: some, none, ["user": .null]).isEmpty)
        #expect(try unseen("$.user == null", in: some).isEmpty)
        #expect(try unseen("$.user == null", in: none) == ["$.user"])
    }

    @Test func oneComparisonOfValuesOfOneKindIsEnough() throws {
        #expect(try unseen("$.id == 'x'", in: ["id": 1], ["id": "y"]).isEmpty)
        let other: JSON = ["id": .null]
        #expect(try unseen("$.id == 'x'", in: other, ["id": 2]) == ["$.id as a text to compare with \"x\""])
        var (one, two) = (
            UnseenPaths(try JSONCondition(parsing: "$.id < 'x'")), UnseenPaths(try JSONCondition(parsing: "$.id < 'x'"))
        )
        one.evaluate(in: ["id": 1])
        two.evaluate(in: other)
        two.add(one)
        #expect(two.paths == ["$.id as a text to compare with \"x\""])
        one.evaluate(in: ["id": "x"])
        two.add(one)
        #expect(two.paths.isEmpty)
    }

    @Test func oneNodeInOneValueIsEnough() throws {
        #expect(try unseen("$.a == 1 && $.b == 1 && $.c == 1", in: ["a": 1], ["b": .null], ["d": 1]) == ["$.c"])
        #expect(try unseen("$.a").isEmpty)
    }
}
