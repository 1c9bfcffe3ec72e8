import Testing
@testable import TimelineKit
@testable import TimelineReplay
import TimelineTestSupport

struct JSONConditionTests {
    private static let state: JSON = [
        "cart": ["total": -5, "ids": [1, 2]], "items": [["price": 3, "name": "tea"], ["price": -1, "name": "Ж"]],
        "done": false, "nothing": .null, "text": "e\u{301}", "a": 7, "a-1": "hyphen", "flags": [false, true],
        "none": [false, false], "zero": 0, "empty": [],
    ]

    @Test(arguments: [
        ("$.cart.total < 0", true), ("@.cart.total < 0", true), (" $.cart.total >= 0 ", false),
        ("count($.items[*]) > 1 && !$.user", true), ("count($..price) == 2", true), ("$.items[?@.price < 0]", true),
        ("$.items[?@.price > 5]", false), ("!$.items[?@.price > 5]", true), ("!($.cart.total == -5)", false),
        ("$.cart.total == -5.0", true), ("$.user || $.cart", true), ("$.user && $.cart || $.done", false),
        ("$.user && $.cart || $.cart", true),
        ("$.user && ($.cart || $.done)", false),
        // A path on its own is true if a value is not false.
        ("$.done", false), ("!$.done", true), ("!($.done)", true), ("$.done == true", false), ("$.done == false", true),
        ("$.nothing", true), ("!$.nothing", false), ("$.nothing == null", true), ("$.zero", true), ("$.empty", true),
        ("$.user", false), ("!$.user", true), ("$.flags[*]", true), ("$.none[*]", false), ("!$.none[*]", true),
        ("$.empty[*]", false), ("$.flags[1]", true), ("$.flags[0]", false), ("$.flags[?@]", true),
        ("count($.flags[?@]) == 1 && count($.flags[?!@]) == 1", true), ("count($.none[*]) == 2", true),
        ("$.items[?!@.gift && @.price < 0]", true), ("$.items[?@.gift]", false),
        // Nothing equals only Nothing.
        ("$.x == $.y", true), ("$.x == null", false), ("$.x != 1", true), ("$.x < 1", false), ("$.x <= $.y", true),
        // Values of different kinds, arrays and objects are not ordered.
        ("$.text > 1", false), ("$.cart < $.items", false), ("$.cart <= $.cart", true), ("true <= true", true),
        ("true < true", false), ("'a' < 'b'", true), ("'a' < 'B'", false),
        ("$.text == 'e\u{301}'", true), ("$.text == '\u{E9}'", false), ("length($.text) == 2", true),
        ("length($.cart) == 2 && length($.items) == 2", true), ("length($.done) == $.x", true),
        ("value($..total) == -5", true), ("value($..price) == $.x", true), ("value($.nothing) == null", true),
        ("search($.items[1].name, '\\\\p{Lu}')", true), ("match($.items[0].name, 't..')", true),
        ("match($.items[0].name, 't')", false), ("match($.items[0].name, $.nothing)", false),
        ("$", true),
        // Arithmetic works on numbers.
        ("$.a + 1 == 8", true), ("$.a+1==8", true), ("$.a -1 == 6", true), ("$.a-1 == 6", true), ("$.a - 1 == 6", true),
        ("$.a - -1 == 8", true), ("$.a--1 == 8", true), ("$['a-1'] == 'hyphen'", true), ("$['a']*2 == 14", true),
        ("$.a*2 == 14", true), ("@.a *2 == 14", true), ("$.a/7 == 1", true), ("$.a / 2 == 3.5", true),
        ("2*$.a-4 == 10", true), ("1 + 2 * 3 == 7", true), ("(1 + 2) * 3 == 9", true), ("12 / 2 / 3 == 2", true),
        ("10 - 2 - 3 == 5", true), ("2 - 3 + 4 == 3", true), ("12 / (2 / 3) == 18", true), ("((7)) == $.a", true),
        ("-$.a == -7", true), ("- -$.a == 7", true), ("-($.a + 1) == -8", true), ("2 * -$.a == -14", true),
        ("-2 * 3 == -6", true), ("- 2 == -2", true), ("$.a > $.zero - 1 && 1 < 1 + 1", true),
        ("$.items[0].price - $.items[1].price == 4", true), ("$.items[?@.price * 2 == 6]", true),
        ("$.items[?@.price - 4 == $.cart.total]", true), ("count($.items[*]) * 2 == 4", true),
        ("length($.text) - 1 == 1", true), ("value($..total) * value($..total) == 25", true),
        ("count($..*) == count($..*)", true), ("count($.*) - 1 == 10", true), ("(count($.*)) == 11", true),
        ("($.a) == 7", true), ("($.a - 7) == $.zero", true), ("($.a)", true),
        ("($.a == 7) && ($.done || $.a > 1)", true),
        // Integers are exact within the range of Int64.
        ("9007199254740993 - 1 == 9007199254740992", true), ("9223372036854775807 + 1 == 9223372036854775808", true),
        ("18446744073709551615 - 18446744073709551614 == 1", true),
        ("4294967296 * 4294967295 == 18446744069414584320", true),
        ("-9223372036854775808 + 1 == -9223372036854775807", true),
        ("- 9223372036854775808 == -9223372036854775808", true),
        ("9223372036854775807 / 9223372036854775807 == 1", true),
        ("9223372036854775806 / 2 == 4611686018427387903", true),
        ("1e2 - 1.0 == 99", true), ("0.5 + 0.5 == 1", true), ("0.1 + 0.2 == 0.30000000000000004", true),
        ("1 / 3 == 0.3333333333333333", true), ("7 / 2 == 3.5", true), ("0 / 5 == 0", true), ("0.0 * -1 == 0", true),
        // An operand that is not a number, an overflow and a division by zero give Nothing, which equals only Nothing.
        ("18446744073709551615 + 1 == $.x", true), ("-9223372036854775808 - 1 == $.x", true),
        ("18446744073709551615 * 18446744073709551615 == $.x", true), ("1e308 * 10 == $.x", true),
        ("1e400 + 1 == $.x", true), ("1e308 * 10 > 0", false), ("$.a / 0 == $.x", true), ("$.a / 0.0 == $.x", true),
        ("0 / 0 == $.x", true), ("0.5 / 0 == $.x", true), ("0.5 / 0 <= 0", false), ("$.a / $.zero > 0", false),
        ("$.a / $.zero <= 0", false), ("$.text + 1 == $.x", true),
        ("$.text + 'a' == $.x", true), ("$.done + 1 == $.x", true), ("$.nothing * 0 == $.x", true),
        ("$.cart - 1 == $.x", true),
        ("$.x + 1 == $.x", true), ("$.x + 1 != 1", true), ("1 + 1 / 0 == $.x", true), ("-$.text == $.x", true),
    ])
    func aConditionFiltersTheState(text: String, holds: Bool) throws {
        #expect(try JSONCondition(parsing: text).holds(for: Self.state) == holds)
    }

    private static let invalid = #"is not a regular expression of RFC 9485, which has no \d, \s, \w and \b"#

    @Test(arguments: [
        ("", "column 1: expected a value, a path or a function, found the end"),
        ("$.cart.total", "no error"),
        ("$.cart.total <", "column 15: expected a value, a path or a function, found the end"),
        ("$.cart.total = 1", "column 14: expected an operator or the end, found \"=\""),
        ("$.a == 1 == 2", "column 10: expected an operator or the end, found \"=\""),
        ("$.a and $.b", "column 5: expected an operator or the end, found \"a\""),
        ("true", "column 5: expected a comparison after the value, found the end"),
        ("$.a & $.b", "column 5: expected an operator or the end, found \"&\""),
        // Arithmetic.
        ("$.a + 1", "column 8: expected a comparison after the value, found the end"),
        ("($.a + 1)", "column 10: expected a comparison after the value, found the end"),
        ("($.a + 1) && $.b", "column 11: expected a comparison after the value, found \"&\""),
        ("$.a + == 1", "column 7: expected a value, a path or a function, found \"=\""),
        ("$.a + ", "column 7: expected a value, a path or a function, found the end"),
        ("$.a-b > 1", "column 5: expected a value, a path or a function, found \"b\""),
        ("$.a -- > 1", "column 8: expected a value, a path or a function, found \">\""),
        ("$..* * 2 == 1", "column 1: expected a path to one value, found one that may select many"),
        ("2 * $.*  == 1", "column 5: expected a path to one value, found one that may select many"),
        ("$..*2 == 1", "column 5: expected an operator or the end, found \"2\""),
        ("$.a * ($.b > 1) == 2", "column 7: expected a value, found a test"),
        ("($.b > 1) == true", "column 1: expected a value, found a test"),
        ("1 < 2 < 3", "column 7: expected an operator or the end, found \"<\""),
        ("!$.a + 1 == 2", "column 5: write !(…) to negate a comparison"),
        ("!$.a == 2", "column 5: write !(…) to negate a comparison"),
        ("!($.a + 1)", "column 11: expected a comparison after the value, found the end"),
        ("search($.a, 'b') + 1 == 2", "column 1: expected a value, found a function that is true or false"),
        ("length($.a + 1) == 2", "column 12: expected a comma or ), found \"+\""),
        ("$.a % 2 == 1", "column 5: expected an operator or the end, found \"%\""),
        ("($.a", "column 5: expected an operator or ), found the end"),
        // Regular expressions.
        ("search($.text, '(')", "column 16: '(' \(invalid)"),
        (#"$.a && match( $.text , "\\d+" )"#, "column 24: '\\d+' \(invalid)"),
        ("$.items[?search(@.name, '[b-a]')]", "column 25: '[b-a]' \(invalid)"),
        ("match($.text, 1)", "column 15: 1 \(invalid)"),
    ])
    func anErrorNamesTheColumnAndWhatWasExpected(text: String, message: String) {
        #expect(errorMessage { try JSONCondition(parsing: text) } == message)
    }

    @Test func pathsFromTheRootAreEvaluatedOnce() throws {
        let elements = (0..<3_000).map { JSON.number(JSONNumber($0)) }
        let condition = try JSONCondition(parsing: "$.all[?count($..*) == 3001 && @ > 2998]")
        // Evaluated for each element, the path would exceed the work limit.
        #expect(try condition.holds(for: ["all": .array(elements)]))
    }

    /// See also `When.md`, which compares with Python.
    @Test(
        arguments: [
            ("sum($.cart.ids[*]) == 3", true), ("sum($.items[*].price) == 2", true), ("min($..price) == -1", true),
            ("max($.items[*].price) == 3", true), ("sum($.a) == 7", true), ("min($.a) * 2 == max($.a) + 7", true),
            ("sum($.items[*].price, $.a) == 1", nil), ("sum($.a + 1) == 8", nil), ("sum(7) == 7", nil),
            ("sum($.a)", nil), ("sum($['a','a']) == 14", true), ("$.items[?sum(@.price) < 0]", true),
            ("$.items[?@.price < sum($.cart.ids[*]) - 3]", true),
            // No numbers, and anything else than numbers.
            ("sum($.empty[*]) == 0", true), ("min($.empty[*]) == $.x", true), ("max($.empty[*]) == $.x", true),
            ("sum($.x) == 0", true), ("sum($.text) == $.x", true), ("min($.items[*].name) == $.x", true),
            ("sum($.flags[*]) == $.x", true), ("max($.items[*][*]) == $.x", true), ("max($.nothing) == $.x", true),
            ("sum($.cart.ids) == $.x", true),
        ] as [(String, Bool?)])
    func aggregatesWorkOnTheNumbersOfAPath(text: String, holds: Bool?) throws {
        #expect(try (try? JSONCondition(parsing: text)).map { try $0.holds(for: Self.state) } == holds)
    }

    @Test(arguments: [
        ("[9223372036854775807,1,-9223372036854775808,2]", "2"), ("[18446744073709551615,1]", nil),
        ("[18446744073709551615,1,-1]", "18446744073709551615"), ("[9007199254740993,0]", "9007199254740993"),
        ("[1.0,2e0,300e-2]", "6"), ("[0.1,0.2,0.3]", "0.6000000000000001"), ("[1e308,1e308]", nil), ("[1e400]", nil),
    ])
    func aSumIsExactInEveryOrder(numbers: String, sum: String?) throws {
        let numbers = try JSON(parsing: Array(numbers.utf8))
        let condition = try JSONCondition(parsing: sum.map { "sum($[*]) == \($0)" } ?? "sum($[*]) == $.x")
        #expect(try condition.holds(for: numbers))
    }

    /// As an app computes 0.1 + 0.2 with `Decimal`, and with `Double`.
    @Test(arguments: ["0.3", "0.30000000000000004"])
    func aTotalIsRightAsADecimalAndAsADouble(total: String) throws {
        let state = try JSON(parsing: Array(#"{"total":\#(total),"p":[0.1,0.2]}"#.utf8))
        for (text, holds) in [
            ("$.total == sum($.p[*])", true), ("$.total != sum($.p[*])", false), ("$.total < sum($.p[*])", false),
            ("$.total > sum($.p[*])", false), ("sum($.p[*]) <= $.total", true), ("$.total - sum($.p[*]) == 0", true),
            ("$.total == $.p[0] + $.p[1]", true), ("$.total != 3 * $.p[0]", false),
            ("$.total < sum($.p[*]) + 0.01", true), ("$.total > sum($.p[*]) + 0.01", false), ("$.total == 0.31", false),
        ] {
            #expect(try JSONCondition(parsing: text).holds(for: state) == holds, "\(text)")
        }
    }

    @Test func anUnknownFunctionIsNamedWithThoseOfItsDialect() {
        let functions = "length, count, match, search"
        #expect(
            errorMessage { try JSONCondition(parsing: "avg($.a) == 1") }
                == "column 1: expected \(functions), value, sum, min or max, found \"avg\"")
        #expect(
            errorMessage { try JSONPath(parsing: "$[?sum(@.a) == 1]") }
                == "column 4: expected \(functions) or value, found \"sum\"")
    }

    /// JSONPath stays as in RFC 9535: no arithmetic, and a path tests for existence.
    @Test(arguments: [
        "$[?@.a + 1 == 2]", "$[?@.a - 1 == 2]", "$[?@.a-1 == 2]", "$[?@.a*2 == 2]", "$[?-@.a == 2]", "$[?(@.a) == 2]",
        "$[?2 == (@.a)]", "$[?(1) == 1]", "$[?- 1 == @]", "$.a-1", "$.a + 1", "$['a']*2", "$..**2",
    ])
    func aPathHasNoArithmetic(text: String) {
        #expect(throws: JSONPathError.self) { try JSONPath(parsing: text) }
    }

    @Test func aPathTestsForExistence() throws {
        let values: JSON = [["paid": false], ["paid": true], ["other": 1]]
        #expect(try JSONPath(parsing: "$[?@.paid]").nodes(in: values).count == 2)
        #expect(try JSONPath(parsing: "$[?!@.paid]").nodes(in: values).count == 1)
        #expect(try JSONCondition(parsing: "count($[?@.paid]) == 1 && count($[?!@.paid]) == 2").holds(for: values))
    }

    @Test func aRegularExpressionThatIsTooLargeThrows() throws {
        let large = "column 1: a regular expression is too large"
        let deep = String(repeating: "(", count: 65) + String(repeating: ")", count: 65)
        for pattern in ["a{10000}", "(a{101}){100}", "a{99999999999999999999}", "a{0,10001}", deep] {
            let condition = try JSONCondition(parsing: "search($.s, '\(pattern)')")
            #expect(errorMessage { try condition.holds(for: ["s": "aaa"]) } == large)
            // It is not evaluated if there is no text.
            #expect(try !condition.holds(for: ["s": 1]))
            let path = try JSONPath(parsing: "$[?search(@, '\(pattern)')]")
            #expect(errorMessage { try path.nodes(in: ["aaa"]) } == large)
            let computed = try JSONCondition(parsing: "search($.s, $.pattern)")
            #expect(errorMessage { try computed.holds(for: ["s": "aaa", "pattern": .string(pattern)]) } == large)
        }
    }

    @Test func anInvalidRegularExpressionInAValueMatchesNothing() throws {
        let condition = try JSONCondition(parsing: "search($.s, $.pattern)")
        #expect(try !condition.holds(for: ["s": "(", "pattern": "("]))
        #expect(try condition.holds(for: ["s": "aba", "pattern": "b"]))
        #expect(try JSONPath(parsing: "$[?search(@, '(')]").nodes(in: ["("]).isEmpty)
    }

    @Test func aLongSumIsEvaluated() throws {
        let text = "0" + String(repeating: " + 1 - 2 * 1", count: 20_000) + " == -20000"
        #expect(try JSONCondition(parsing: text).holds(for: .null))
    }

    @Test(arguments: [("(", ")"), ("-", ""), ("-(", ")"), ("!(1 == (", "))")])
    func nestingIsBounded(open: String, close: String) {
        for depth in [1_000, 100_000] {
            let text = String(repeating: open, count: depth) + "$" + String(repeating: close, count: depth) + " == 1"
            #expect(
                errorMessage { try JSONCondition(parsing: text) }
                    .hasSuffix(": expressions are nested more than 64 deep"))
        }
    }
}
