import Testing

@testable import TimelineKit
@testable import TimelineReplay

struct JSONConditionMembersTests {
    @Test(
        arguments: [
            ("$.a.b < 0", [["a", "b"]]), ("@.a == 'x' && !$.b.c", [["a"], ["b", "c"]]),
            ("$['a']['b'].c", [["a", "b", "c"]]), ("$.a.b == $.a", [["a"]]),
            ("$.a - $.b * 2 > 3", [["a"], ["b"]]), ("$.a[0].b == 1", [["a"]]), ("$.a[-1].b == 1", [["a"]]),
            ("$.a[1:].b", [["a"]]), ("$.a[*].b", [["a"]]), ("$.a.*", [["a"]]), ("$.*.a", [[]]),
            ("$['a','b'].c", [[]]), ("$.x['a','b'].c", [["x"]]), ("$..a", [[]]), ("$.a..b", [["a"]]),
            ("$ == 1", [[]]), ("@ == 1", [[]]), ("length($) > 2", [[]]), ("length($.a.b) > 2", [["a", "b"]]),
            ("count($.*) > 2", [[]]), ("count($.a.*) > 2 || $.a.b", [["a"]]), ("value($..a) == 1", [[]]),
            ("value($.a.b) == 1", [["a", "b"]]), ("match($.a, $.b.c)", [["a"], ["b", "c"]]),
            ("search($.a, 'x')", [["a"]]), ("$.items[?@.price < 0]", [["items"]]), ("$[?@.price < 0]", [[]]),
            ("$.a['b', ?@.c == $.d.e]", [["a"], ["d", "e"]]),
            ("$.items[?@.price < $.limits.low]", [["items"], ["limits", "low"]]),
            ("$.items[?@.parts[?@.id == $.chosen]]", [["items"], ["chosen"]]), ("1 == 1", []),
        ] as [(String, [[String]])]
    )
    func membersAreTheLeadingNamesOfPaths(condition: String, paths: [[String]]) throws {
        #expect(try JSONCondition(parsing: condition).members == MemberTree(paths))
    }
}
