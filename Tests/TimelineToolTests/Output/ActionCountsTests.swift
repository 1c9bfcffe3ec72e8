import Testing
import TimelineJSON
import TimelineJournal

@testable import TimelineTool

struct ActionCountsTests {
    private func line(_ action: String) -> Line {
        .step(Step(seq: 1, at: .zero, change: .action(JSONText(unchecked: action.utf8)), from: nil, cause: nil))
    }

    private func counts(_ actions: [String]) -> [String] {
        var counts = ActionCounts()
        actions.forEach { counts.add(line($0)) }
        return counts.sorted.map { "\($0.count) \($0.name ?? "-")" }
    }

    @Test(arguments: [
        (#"{"increment":{}}"#, "increment"), (#"{"add":{"amount":5,"by":[1,2]}}"#, "add"), (#"{"set":7}"#, "set"),
        (#""reset""#, "reset"), (#"{ "spaced" : { "a" : 1 } }"#, "spaced"), (#"{"a":"}\",{"}"#, "a"),
        (##"{"\u0061dd\"\\":{}}"##, #"add"\"#), (#"{"":{}}"#, ""),
        (#"{"type":"add","by":2}"#, "-"), (#"{"payload":{"x":[1,2]},"type":"add"}"#, "-"),
        (#"{ "a" : "," , "b" : 1 }"#, "-"), ("{}", "-"), ("{ }", "-"), ("[1,2]", "-"), ("17", "-"), ("null", "-"),
    ])
    func anActionIsNamedByItsOnlyKeyOrItsText(_ action: String, _ name: String) {
        #expect(counts([action]) == ["1 \(name)"])
    }

    @Test func namesAreSortedByCountAndThenByName() {
        let actions = ["b", "a", "c", "a", "c", "d"].map { #"{"\#($0)":{}}"# } + ["1", "2", "3"]
        #expect(counts(actions) == ["3 -", "2 a", "2 c", "1 b", "1 d"])
    }

    @Test func similarNamesAreDistinguished() {
        let actions = (0..<50).flatMap { _ in ["a1z", "a2z", "a3z"] }.map { #"{"\#($0)":{}}"# }
        #expect(counts(actions) == ["50 a1z", "50 a2z", "50 a3z"])
    }

    @Test func manyDistinctNamesUseBoundedMemory() {
        var counts = ActionCounts()
        for number in 0..<100_000 { counts.add(line(#"{"n\#(number)":{}}"#)) }
        counts.add(line(#"{"\#(String(repeating: "x", count: ActionCounts.lengthLimit + 1))":{}}"#))
        counts.add(line(#"{"n7":{}}"#))
        #expect(counts.sorted.count == ActionCounts.nameLimit)
        #expect(counts.sorted[0] == ("n7", 2))
        #expect(counts.others == 100_001 - ActionCounts.nameLimit)
    }

    @Test func onlyActionsCount() {
        var counts = ActionCounts()
        counts.add(.step(Step(seq: 1, at: .zero, change: .opaque("tap"))))
        counts.add(.step(Step(seq: 2, at: .zero, change: .set(JSONText(.null), by: "restore"))))
        counts.add(.mark(Mark(seq: 2, at: .zero, name: "here")))
        #expect(counts.sorted.isEmpty)
        #expect(counts.unnamed == 0 && counts.others == 0)
    }
}
