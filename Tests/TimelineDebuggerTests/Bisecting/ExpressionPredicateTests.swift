import Testing
import TimelineKit
import TimelineReplay
import TimelineTestSupport

@testable import TimelineDebugger

/// Judging states by a condition.
struct ExpressionPredicateTests {
    private struct State: Encodable {
        var count: Int
        var limit: Int?
        var other: [Int]
        var inner: Inner

        struct Inner: Encodable {
            var flag: Bool
            var name: String
        }

        static func random(using seed: inout Seed) -> State {
            State(
                count: .random(in: 0...1, using: &seed), limit: [nil, 0, 1].randomElement(using: &seed)!,
                other: (0..<Int.random(in: 0...2, using: &seed)).map { $0 },
                inner: Inner(flag: .random(using: &seed), name: ["", "Ada"].randomElement(using: &seed)!))
        }
    }

    /// Reusing the verdict on an equal text changes no verdict.
    @Test(arguments: [
        "$.count < $.limit", "!$.limit", "$.inner.flag && $.count == 1", "$.inner.name == 'Ada'", "$.other[0] == 0",
        "count($.other[*]) > 1", "length($) == 3", "$..flag", "$.absent || $.limit.absent", "1 == 1",
        "$.inner == $.limit", "$.count - $.other[1] > 0",
    ])
    func verdictsOnPartialTextsEqualThoseOnWholeTexts(condition: String) throws {
        var seed = Seed()
        let ofStates = try ExpressionPredicate<State>(condition)
        for _ in 0..<200 {
            let state = State.random(using: &seed)
            // A predicate that judged nothing yet.
            let ofText = try ExpressionPredicate<JSONText>(condition)
            #expect(
                try ofStates.verdict(on: state) == ofText.verdict(on: JSONCoding.encode(state)), "\(seed): \(state)")
        }
    }

    @Test func pathsThatSelectNothingInAnyStateAreUnseen() throws {
        let predicate = try ExpressionPredicate<State>("$.limit == 1 || $.inner.nam == 'Ada' || $.other[1] == 1")
        var state = State(count: 0, limit: nil, other: [], inner: State.Inner(flag: true, name: "Ada"))
        #expect(try predicate.verdict(on: state) == .good)
        #expect(predicate.unseenPaths == ["$.limit", "$.inner.nam", "$.other[1]"])
        state.limit = 1
        #expect(try predicate.verdict(on: state) == .bad)
        #expect(try predicate.verdict(on: state) == .bad)
        #expect(predicate.unseenPaths == ["$.inner.nam", "$.other[1]"])
        state.limit = nil
        state.count = 1
        #expect(try predicate.verdict(on: state) == .good)
        state.other = [1, 2]
        #expect(try predicate.verdict(on: state) == .good)
        #expect(predicate.unseenPaths == ["$.inner.nam"])
    }

    @Test func anErrorDoesNotReuseTheLastVerdict() throws {
        let predicate = try ExpressionPredicate<JSONText>("search($.name, $.pattern)")
        func text(_ pattern: String) -> JSONText { JSONText(["name": "Ada", "pattern": .string(pattern)]) }
        #expect(try predicate.verdict(on: text("A")) == .bad)
        for _ in 0..<2 {
            #expect(throws: JSONPathError.self) { try predicate.verdict(on: text("a{10000}")) }
        }
        #expect(try predicate.verdict(on: text("b")) == .good)
        #expect(try predicate.verdict(on: text("A")) == .bad)
    }

    @Test func aTextThatTheLastOneBeginsOrBeginsWithIsJudgedAnew() throws {
        let predicate = try ExpressionPredicate<JSONText>("$ > 5")
        let verdicts = try ["1", "12", "1", "12", "12", "120", "4", "9"].map {
            try predicate.verdict(on: JSONText(unchecked: $0.utf8))
        }
        #expect(verdicts == [.good, .bad, .good, .bad, .bad, .bad, .good, .bad])
    }
}
