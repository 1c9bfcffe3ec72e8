import Testing

@testable import TimelineJSON

struct JSONConditionTests {
    private static let state: JSON = [
        "cart": ["total": -5, "ids": [1, 2]], "items": [["price": 3, "name": "tea"], ["price": -1, "name": "Ж"]],
        "done": false, "nothing": .null, "text": "e\u{301}",
    ]

    @Test(arguments: [
        ("$.cart.total < 0", true), ("@.cart.total < 0", true), (" $.cart.total >= 0 ", false),
        ("count($.items[*]) > 1 && !$.user", true), ("count($..price) == 2", true), ("$.items[?@.price < 0]", true),
        ("$.items[?@.price > 5]", false), ("!$.items[?@.price > 5]", true), ("!($.cart.total == -5)", false),
        ("$.cart.total == -5.0", true), ("$.user || $.cart", true), ("$.user && $.cart || $.done", true),
        ("$.user && ($.cart || $.done)", false),
        // A path asks whether something is there, whatever it is.
        ("$.done", true), ("$.done == true", false), ("$.nothing", true), ("$.nothing == null", true),
        // Nothing equals Nothing alone.
        ("$.x == $.y", true), ("$.x == null", false), ("$.x != 1", true), ("$.x < 1", false), ("$.x <= $.y", true),
        // There is no order between kinds, and none among arrays or objects.
        ("$.text > 1", false), ("$.cart < $.items", false), ("$.cart <= $.cart", true), ("true <= true", true),
        ("true < true", false), ("'a' < 'b'", true), ("'a' < 'B'", false),
        ("$.text == 'e\u{301}'", true), ("$.text == '\u{E9}'", false), ("length($.text) == 2", true),
        ("length($.cart) == 2 && length($.items) == 2", true), ("length($.done) == $.x", true),
        ("value($..total) == -5", true), ("value($..price) == $.x", true), ("value($.nothing) == null", true),
        ("search($.items[1].name, '\\\\p{Lu}')", true), ("match($.items[0].name, 't..')", true),
        ("match($.items[0].name, 't')", false), ("match($.items[0].name, '(')", false), ("$", true),
    ])
    func aConditionIsAFilterOnTheState(text: String, holds: Bool) throws {
        #expect(try JSONCondition(parsing: text).holds(for: Self.state) == holds)
    }

    @Test(arguments: [
        ("", "column 1: expected a value, a path or a function, found the end"),
        ("$.cart.total", "no error"),
        ("$.cart.total <", "column 15: expected a value, a path or a function, found the end"),
        ("$.cart.total = 1", "column 14: expected an operator or the end, found \"=\""),
        ("$.a == 1 == 2", "column 10: expected an operator or the end, found \"=\""),
        ("$.a and $.b", "column 5: expected an operator or the end, found \"a\""),
        ("true", "column 5: expected a comparison after the value, found the end"),
        ("$.a & $.b", "column 5: expected an operator or the end, found \"&\""),
    ])
    func anErrorSaysWhatWasExpectedWhere(text: String, message: String) {
        #expect(errorMessage { try JSONCondition(parsing: text) } == message)
    }

    @Test func pathsFromTheRootAreWorkedOutOnce() throws {
        let elements = (0..<3_000).map { JSON.number(JSONNumber($0)) }
        let condition = try JSONCondition(parsing: "$.all[?count($..*) == 3001 && @ > 2998]")
        // For each element anew it would be more work than is allowed.
        #expect(try condition.holds(for: ["all": .array(elements)]))
    }

    @Test func aPlaceThatIsComparedAndIsNotThereIsTold() throws {
        let state: JSON = ["cart": ["total": 1], "items": [1]]
        let condition = try JSONCondition(
            parsing: "($.total < 0 || !(2 > $.items[3])) && $.cart.total == 1 && $.user && count($.x) == 0")
        #expect(condition.absentPlaces(in: state).map(\.pathDescription) == ["$.total", "$.items[3]"])
    }
}
