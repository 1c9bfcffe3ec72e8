import Testing
import TimelineKit
import TimelineTestSupport

@testable import TimelineDebugger

struct JSONReductionTests {
    private static func reduced(_ text: String, _ fails: (JSON) -> Bool) throws -> String {
        try JSONReduction.reduce(try JSON(parsing: Array(text.utf8)), fails).description
    }

    @Test func whatDoesNotMatterIsReducedToNothing() throws {
        #expect(
            try Self.reduced(#"{"name":"Sam","age":42,"tags":["a","b"],"isNew":true,"more":null}"#) {
                $0.object?.count == 5
            } == #"{"name":"","age":0,"tags":[],"isNew":false,"more":null}"#)
    }

    @Test func membersThatMayBeAbsentAreRemoved() throws {
        #expect(
            try Self.reduced(#"{"b":1,"a":{"x":1,"y":2}}"#) { $0.object?["a"]?.object?["y"] != nil }
                == #"{"a":{"y":0}}"#)
    }

    @Test func onlyTheElementsAndCharactersThatMatterAreKept() throws {
        #expect(
            try Self.reduced(#"[{"id":1},{"id":7},{"id":9}]"#) { value in
                value.array?.contains { ($0.object?["id"]?.int ?? 0) > 5 } == true
            } == #"[{"id":6}]"#)
        #expect(try Self.reduced(#""What a cast!""#) { value in value.string?.contains("ca") == true } == #""ca""#)
    }

    @Test(arguments: [
        ("1000000", "17"), ("-1000000", "17"), ("17", "17"), ("812.5", "17"), ("17.5", "17"), ("16.5", "16.5"),
    ])
    func numbersMoveTowardZero(_ number: String, _ expected: String) throws {
        #expect(try Self.reduced(number) { abs($0.number?.double ?? 0) > 16 } == expected)
    }

    @Test func theResultFailsAndIsTheSameEachTimeForGeneratedValues() throws {
        for var seed in Seed.several(Harness.count(small: 200, full: 5000)) {
            let value = JSON.random(depth: 3, using: &seed)
            let limit = Int.random(in: 0...max(1, value.text.count), using: &seed)
            // The whole value fails.
            func fails(_ candidate: JSON) -> Bool { candidate == value || candidate.text.count > limit }
            let result = try JSONReduction.reduce(value, fails)
            #expect(fails(result), "\(seed)")
            #expect(try JSONReduction.reduce(value, fails).text == result.text, "\(seed)")
        }
    }
}
