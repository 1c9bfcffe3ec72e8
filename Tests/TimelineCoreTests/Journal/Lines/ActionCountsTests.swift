import Testing

@testable import TimelineKit
@testable import TimelineReplay
import TimelineTestSupport

struct ActionCountsTests {
    private func counts(_ actions: [String]) -> ActionCounts {
        var counts = ActionCounts()
        for action in actions { Array(action.utf8).withUnsafeBufferPointer { counts.add($0) } }
        return counts
    }

    private func rows(_ actions: [String]) -> [String] {
        counts(actions).sorted.map { "\($0.count) \($0.name ?? "-")" }
    }

    @Test(arguments: [
        (#"{"increment":{}}"#, "increment"), (#"{"add":{"amount":5,"by":[1,2]}}"#, "add"), (#"{"set":7}"#, "set"),
        (#""reset""#, "reset"), (#"{ "spaced" : { "a" : 1 } }"#, "spaced"), (#"{"a":"}\",{"}"#, "a"),
        (##"{"\u0061dd\"\\":{}}"##, #"add"\"#), (#"{"":{}}"#, ""),
        (#"{"type":"add","by":2}"#, "add"), (#"{"payload":{"x":[1,2]},"type":"add"}"#, "add"), (#"{"type":"a"}"#, "a"),
        (#"{"meta":{"a":1},"payload":{"type":"no"},"type":"b/\u0061\"," , "z":1}"#, "b/a\","), (#"{"type":0}"#, "0"),
        (#"{"id":1,"type": -17 }"#, "-17"), (#"{"type":null}"#, "type"), (#"{"type":{"_0":"a"}}"#, "type"),
        (#"{"type":{"_0":"a"},"b":1}"#, "-"), (#"{"a":{"x":1,"action":{"b":{}}}}"#, "a › b"),
        (#"{"a":{"action":"b"},"c":1}"#, "-"),
        (#"{"payload":"\#(String(repeating: "x", count: 5_000))","type":"a"}"#, "a"),
        (#"{ "a" : "," , "b" : 1 }"#, "-"), ("{}", "-"), ("{ }", "-"), ("[1,2]", "-"), ("17", "-"), ("null", "-"),
    ])
    func anActionIsNamedByItsTypeOrItsOnlyKeyOrItsText(_ action: String, _ name: String) {
        #expect(rows([action]) == ["1 \(name)"])
        #expect(rows([action + #","from":"user","crc":"1f0c22ab"}"#]) == ["1 \(name)"])
    }

    /// The page's tests read the same cases.
    @Test func nestedActionsAreNamedByAllTheirNames() throws {
        let cases = try #require(try JSON(parsing: Fixture.bytes("action-names.json")).array)
        for one in cases {
            let (name, action) = (try #require(one.array?.first?.string), try #require(one.array?.last))
            #expect(JSONText(action).actionType == name)
            #expect(rows([action.description]) == ["1 \(name)"])
        }
    }

    @Test func namesAreSortedByCountAndThenByName() {
        let actions = ["b", "a", "c", "a", "c", "d"].map { #"{"\#($0)":{}}"# } + ["1", "2", "3"]
        #expect(rows(actions) == ["3 -", "2 a", "2 c", "1 b", "1 d"])
    }

    @Test func similarNamesAreDistinguished() {
        let actions = (0..<50).flatMap { _ in ["a1z", "a2z", "a3z"] }.map { #"{"\#($0)":{}}"# }
        #expect(rows(actions) == ["50 a1z", "50 a2z", "50 a3z"])
    }

    @Test func manyDistinctNamesUseBoundedMemory() {
        let actions =
            (0..<100_000).map { #"{"n\#($0)":{}}"# }
            + [#"{"\#(String(repeating: "x", count: ActionCounts.lengthLimit + 1))":{}}"#, #"{"n7":{}}"#]
        let counts = counts(actions)
        #expect(counts.sorted.count == ActionCounts.nameLimit)
        #expect(counts.sorted[0] == ("n7", 2))
        #expect(counts.others == 100_001 - ActionCounts.nameLimit)
    }

    @Test func countsOfPartsAddUpToThoseOfTheWhole() {
        let actions = (0..<10_000).map { $0 % 3 == 0 ? "17" : #"{"n\#($0 % 5000)":{}}"# }
        var sum = ActionCounts()
        for start in stride(from: 0, to: actions.count, by: 999) {
            sum.add(counts(Array(actions[start..<min(start + 999, actions.count)])))
        }
        let whole = counts(actions)
        #expect(sum.sorted.map { "\($0)" } == whole.sorted.map { "\($0)" })
        #expect((sum.unnamed, sum.others) == (whole.unnamed, whole.others))
    }

    @Test("Bytes that are not JSON have some name, and are read within their bounds")
    func invalid() {
        for text in ["", "{", "{\"", "{\"\\", #"{"a\"#, #"{"\u12"#, #"{"\u12":1}"#, "\"", "{}}}", #"{"a":]]]]"#, "{{{"]
        {
            let counts = counts([text])
            #expect(counts.sorted.reduce(0) { $0 + $1.count } == 1, "\(text)")
        }
    }
}
