import Testing
@testable import TimelineKit
@testable import TimelineReplay
import TimelineTestSupport

struct JSONPathTests {
    private static let store: JSON = [
        "items": [["name": "tea", "price": 4], ["name": "it's", "price": -1], ["name": "cup", "price": 12]],
        "a b": true,
    ]

    @Test func nodesHaveTheirLocations() throws {
        let nodes = try JSONPath(parsing: "$.items[?@.price > 0].name").nodes(in: Self.store)
        #expect(
            nodes.map { "\($0.path) = \($0.value)" } == [
                "$['items'][0]['name'] = \"tea\"", "$['items'][2]['name'] = \"cup\"",
            ])
        #expect(nodes.map(\.path.pathDescription) == ["$.items[0].name", "$.items[2].name"])
        #expect(nodes.map(\.path.pointer.description) == ["/items/0/name", "/items/2/name"])
    }

    @Test func aNodeMayOccurMoreThanOnce() throws {
        let path = try JSONPath(parsing: "$['a b', 'a b', *]")
        #expect(try path.nodes(in: Self.store).map(\.path.pointer.description) == ["/a b", "/a b", "/items", "/a b"])
    }

    @Test(arguments: [
        ("$", ""), ("$.a['b c'][3]", "/a/b c/3"), ("$[-1]", nil), ("$.*", nil), ("$..a", nil), ("$['a','b']", nil),
        ("$[1:2]", nil),
    ])
    func aSingularPathIsAPointer(path: String, pointer: String?) throws {
        #expect(try JSONPath(parsing: path).pointer?.description == pointer)
    }

    @Test(arguments: [
        ("", "column 1: expected $, the root, found the end"),
        (" $", "column 1: expected $, the root, found a space"),
        ("$ ", "column 2: expected a segment or the end, found a space"),
        ("$a", "column 2: expected a segment or the end, found \"a\""),
        ("$.", "column 3: expected a name, * or another ., found the end"),
        ("$.1", "column 3: expected a name, * or another ., found \"1\""),
        ("$..", "column 4: expected a name, * or [, found the end"),
        ("$...a", "column 4: expected a name, * or [, found \".\""),
        ("$[a]", "column 3: expected a name in quotes, an index, a slice, * or ?, found \"a\""),
        ("$[]", "column 3: expected a name in quotes, an index, a slice, * or ?, found \"]\""),
        ("$['é' 1]", "column 7: expected a comma or ], found \"1\""),
        ("$['a", "column 5: expected a closing ', found the end"),
        ("$['\\x']", #"column 4: this escape is unknown here; there are \' \\ \/ \b \f \n \r \t and \uXXXX"#),
        ("$['\\\"']", #"column 4: this escape is unknown here; there are \' \\ \/ \b \f \n \r \t and \uXXXX"#),
        ("$['\\ud800']", "column 4: this surrogate is unpaired"),
        ("$['\\u12G4']", "column 8: expected a hexadecimal digit, found \"G\""),
        ("$['a\tb']", "column 5: a control character (9) inside a string must be written as an escape"),
        ("$[01]", "column 3: a number has no leading zeros"),
        ("$[-0]", "column 3: -0 is not an index; the first element is 0"),
        ("$[-]", "column 4: expected a digit, found \"]\""),
        ("$[9007199254740992]", "column 3: an integer is from -2^53 + 1 to 2^53 - 1"),
        ("$[?]", "column 4: expected a value, a path or a function, found \"]\""),
        ("$[?@.a == &]", "column 11: expected a value, a path or a function, found \"&\""),
        ("$[?@.a &&]", "column 10: expected a value, a path or a function, found \"]\""),
        ("$[?(@.a]", "column 8: expected an operator or ), found \"]\""),
        ("$[?1]", "column 5: expected a comparison after the value, found \"]\""),
        ("$[?!@.a == 1]", "column 8: write !(…) to negate a comparison"),
        ("$[?!!@.a]", "column 5: expected a path, a function or (, found \"!\""),
        ("$[?@.* == 1]", "column 4: expected a path to one value, found one that may select many"),
        ("$[?@[ 'a' ] == 1]", "column 4: expected a path to one value, found one that may select many"),
        ("$[?foo]", "column 4: expected a value, a path or a function, found \"foo\""),
        ("$[?foo(@)]", "column 4: expected length, count, match, search or value, found \"foo\""),
        ("$[?length(@)]", "column 13: expected a comparison after a function with a value, found \"]\""),
        ("$[?length(@.*) > 1]", "column 11: expected a path to one value, found one that may select many"),
        ("$[?count(1) > 1]", "column 10: expected a path as the argument"),
        ("$[?match(@, 'a') == true]", "column 4: expected a value, found a function that is true or false"),
        ("$[?match(@)]", "column 4: expected 2 arguments of match, found 1"),
        ("$[?count(@.a, @.b) > 1]", "column 4: expected 1 argument of count, found 2"),
        ("$[?count(@.a", "column 13: expected a comma or ), found the end"),
        ("$[?@.a == 1.]", "column 13: expected a digit, found \"]\""),
    ])
    func anErrorNamesTheColumnAndWhatWasExpected(text: String, message: String) {
        #expect(errorMessage { try JSONPath(parsing: text) } == message)
    }

    @Test(arguments: [("(", ")"), ("@[?", "]"), ("!(", ")"), ("length(", ")"), ("$[?@[?", "]]")])
    func nestingIsBounded(open: String, close: String) {
        for depth in [1_000, 100_000] {
            let text =
                "$[?" + String(repeating: open, count: depth) + "@" + String(repeating: close, count: depth) + "]"
            #expect(
                errorMessage { try JSONPath(parsing: text) }.hasSuffix(": expressions are nested more than 64 deep"))
        }
    }

    @Test func theDeepestNestingIsEvaluated() throws {
        let deep = try JSON(parsing: String(repeating: "[", count: 128) + String(repeating: "]", count: 128))
        #expect(try JSONPath(parsing: "$..*").nodes(in: deep).count == 127)
        let filters = "$" + String(repeating: "[?@", count: 64) + String(repeating: "]", count: 64)
        #expect(try JSONPath(parsing: filters).nodes(in: deep).count == 1)
        let roots = String(repeating: "$..[?", count: 64) + "@" + String(repeating: "]", count: 64)
        #expect(try JSONPath(parsing: roots).nodes(in: deep).count == 127)
        let parentheses = "$..[?" + String(repeating: "(", count: 63) + "@" + String(repeating: ")", count: 63) + "]"
        #expect(try JSONPath(parsing: parentheses).nodes(in: deep).count == 127)
    }

    @Test(arguments: [
        "$..*..*..*..*..*..*", "$..[?@..[?@..[?@..[?@..[?@..*]]]]]", "$..[?$ == $]..[?@ == @]..[?@ == @]..[?@ == @]",
    ])
    func workIsBounded(text: String) throws {
        let deep = try JSON(parsing: String(repeating: "[0,", count: 127) + "0" + String(repeating: "]", count: 127))
        var parser = PathParser(text)
        let query = try parser.wholeQuery()
        var evaluator = PathEvaluator(root: deep, workLimit: 100_000)
        #expect(
            errorMessage { try evaluator.nodes(of: query) }
                == "column 1: the evaluation takes too long for a value of this size")
    }

    @Test func noTextIsFatal() throws {
        var seed = Seed()
        let cases = [
            "$.a['b c'][?@.x==1 && !match(@.y,'a.*')]",
            "$..[1:-1:2,*,'é'][?count($..*)>=length(@)||search(@,'[^a-z]')]",
        ]
        for _ in 0..<20_000 {
            var scalars = Array((cases.randomElement(using: &seed) ?? "").unicodeScalars)
            for _ in 0..<Int.random(in: 1...4, using: &seed) where !scalars.isEmpty {
                let place = scalars.indices.randomElement(using: &seed) ?? 0
                let scalar =
                    "$@.[]()'\"?:,*-0129&|!=<>\\u \ta\u{E9}\u{301}\0".unicodeScalars.randomElement(using: &seed) ?? "a"
                switch Int.random(in: 0..<4, using: &seed) {
                case 0: scalars.remove(at: place)
                case 1: scalars.insert(scalar, at: place)
                case 2: scalars[place] = scalar
                default: scalars.removeSubrange(place...)
                }
            }
            let text = String(String.UnicodeScalarView(scalars))
            do throws(JSONPathError) {
                _ = try JSONPath(parsing: text).nodes(in: Self.store)
            } catch {
                try #require((1...scalars.count + 1).contains(error.column), "\(seed): \(text): \(error)")
            }
        }
    }
}
