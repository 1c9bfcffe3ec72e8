import Testing

@testable import TimelineJSON

/// The members that a condition looks at.
struct JSONConditionPartsTests {
    @Test(
        arguments: [
            ("$.a.b < 0", [["a", "b"]]), ("@.a == 'x' && !$.b.c", [["a"], ["b", "c"]]),
            ("$['a']['b'].c", [["a", "b", "c"]]),
            ("$.a - $.b * 2 > 3", [["a"], ["b"]]), ("$.a[0].b == 1", [["a"]]), ("$.a[*].b", [["a"]]),
            ("$.a.*", [["a"]]),
            ("$['a','b'].c", [[]]), ("$..a == 1 || $.b", nil), ("$..a", [[]]), ("$.a..b", [["a"]]), ("$ == 1", [[]]),
            ("length($) > 2", [[]]), ("length($.a.b) > 2", [["a", "b"]]), ("count($.*) > 2", [[]]),
            ("count($.a.*) > 2 || $.a.b", [["a"]]), ("value($..a) == 1", [[]]),
            ("match($.a, $.b.c)", [["a"], ["b", "c"]]),
            ("search($.a, 'x')", [["a"]]), ("$.items[?@.price < 0]", [["items"]]), ("$[?@.price < 0]", [[]]),
            ("$.items[?@.price < $.limits.low]", [["items"], ["limits", "low"]]),
            ("$.items[?@.parts[?@.id == $.chosen]]", [["items"], ["chosen"]]), ("1 == 1", []),
        ] as [(String, [[String]]?)]) func areItsPaths(expression: String, paths: [[String]]?) throws
    {
        guard let paths else {
            // A path that may lead to more than one value cannot be compared.
            #expect(throws: JSONPathError.self) { try JSONCondition(parsing: expression) }
            return
        }
        let expected = paths.reduce(into: MemberTree()) { $0.insert($1) }
        #expect(try JSONCondition(parsing: expression).parts == expected)
    }
}
