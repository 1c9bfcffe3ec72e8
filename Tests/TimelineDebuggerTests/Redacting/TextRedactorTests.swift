import TestHarness
import TestSupport
import Testing
import TimelineJSON

@testable import TimelineDebugger
import TimelineKit

struct TextRedactorTests {
    private let pseudonyms = Pseudonyms(key: Array("a key for tests.".utf8))

    private static let paths = [
        "$", "$.a", "$..a", "$.a.b", "$[*]", "$..*", "$..id", "$[0]", "$..[1]", "$.*.value", "$..a.bx", "$['a/b']",
        "$..a[*]", "$..['']", "$.none", "$..é", "$[3].value",
    ]

    @Test func aTextIsRedactedAsItsValueIs() throws {
        var seed = Seed()
        for _ in 0..<1_500 {
            let value = JSON.random(depth: 3, using: &seed)
            let some = Self.paths.shuffled(using: &seed).prefix(.random(in: 1...4, using: &seed))
            let paths = try HiddenPaths(Array(some))
            var (counts, expectedCounts) = (PathCounts(paths), PathCounts(paths))
            var hidden: [String] = []
            let expected = try paths.hide(in: value, met: { path, value, _ in expectedCounts.meet(path, value) }) {
                if let text = $0.string, !text.isEmpty { hidden.append(text) }
                return pseudonyms.of($0)
            }
            var redactor = try #require(TextRedactor(paths, pseudonyms))
            // The second time, the pseudonyms are known.
            for _ in 1...2 {
                counts = PathCounts(paths)
                let text = try #require(redactor.hide(in: JSONText(value), &counts), "\(seed): \(value)")
                try #require(text == JSONText(expected), "\(seed): \(some) in \(value)")
                try #require(counts == expectedCounts, "\(seed): \(some) in \(value)")
            }
            try #require(Set(redactor.takeHidden()) == Set(hidden), "\(seed): \(some) in \(value)")
        }
    }

    @Test(arguments: ["{\"a\": 1}", " 1", "1 ", "[1 ]", #""\/""#, #""\u00e9""#, #"{"\"":1}"#, #"{"a":1,"b":"\u0041"}"#])
    func aTextOfAnotherSpellingIsNotRedacted(text: String) throws {
        let paths = try HiddenPaths(["$..*", "$"])
        var redactor = try #require(TextRedactor(paths, pseudonyms))
        var counts = PathCounts(paths)
        #expect(redactor.hide(in: JSONText(unchecked: text.utf8), &counts) == nil)
        #expect(counts == PathCounts(paths))
    }

    @Test(arguments: ["$.a~", "$.a[-1]", "$.a[0:2]", "$..a..b", "$['a','b']", "$[?@.a]"])
    func aPathThatIsNotPlainIsLeftToTheSearchInValues(path: String) throws {
        #expect(TextRedactor(try HiddenPaths([path]), pseudonyms) == nil)
    }

    @Test func pathsOfTooManyNamesAreLeftToTheSearchInValues() throws {
        let names = String(repeating: ".a", count: 63)
        #expect(TextRedactor(try HiddenPaths(["$" + names]), pseudonyms) != nil)
        #expect(TextRedactor(try HiddenPaths(["$" + names + ".a"]), pseudonyms) == nil)
        #expect(TextRedactor(try HiddenPaths(["$" + names, "$"]), pseudonyms) == nil)
    }
}
