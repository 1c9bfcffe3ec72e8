import TimelineJSON
import Testing

@testable import TimelineDebugger

struct RecentChangesTests {
    private static func place(_ before: JSON?, _ after: JSON?) -> PathChange.Place {
        PathChange.Place(path: JSONPointer(["a"]), before: before, after: after)
    }

    @Test func aBoundedNumberOfBytesIsHeldAndTheLastChangesAre() {
        var changes = RecentChanges(limit: 10_000)
        for seq in 1...1_000 {
            // 2 × 102 bytes.
            let text = JSON.string(String(repeating: "x", count: 100))
            changes.append(seq...seq, [Self.place(text, text)])
            #expect(changes.bytes == 204 * changes.changes.count && changes.bytes <= 10_000)
            #expect(changes.changes.last?.steps == seq...seq)
            let dropped = changes.lastDropped ?? 0
            #expect(changes.changes.map(\.steps.lowerBound) == Array(dropped + 1...seq))
            #expect(dropped == 0 || changes.bytes > 10_000 / 2 - 204)
        }
    }

    @Test func aChangeThatDoesNotFitIsHeldAlone() {
        var changes = RecentChanges(limit: 10)
        let object: JSON = ["key": [1, true, .null, "text"]]
        for seq in 1...3 { changes.append(seq...seq, [Self.place(nil, object)]) }
        #expect(changes.changes.map(\.steps) == [3...3])
        #expect(changes.lastDropped == 2)
        #expect(changes.bytes >= object.text.count)
    }
}
