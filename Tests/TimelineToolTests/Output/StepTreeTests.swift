import Testing
import TimelineTestSupport

@testable import TimelineTool

struct StepTreeTests {
    private static func lines(_ steps: [(seq: Int, cause: Int?)]) -> [String] {
        var tree = StepTree()
        for (seq, cause) in steps {
            tree.add(seq, cause: cause) { String(repeating: " ", count: $0) + "\(seq)" + ($1 ? "!" : "") }
        }
        var lines: [String] = []
        tree.visit { lines.append($0) }
        return lines
    }

    @Test func aCauseThatIsNotThereOrNotEarlierMakesARoot() {
        #expect(
            Self.lines([(4, 3), (5, 4), (6, 6), (7, 9), (8, 5), (9, nil), (10, 4)])
                == ["4!", " 5", "  8", " 10", "6!", "7!", "9!"])
    }

    @Test func aLongChainIsIndentedUpToALimitAndThenNamesItsCauses() {
        let lines = Self.lines((1...100_000).map { ($0, $0 - 1) })
        #expect(lines.count == 100_000)
        #expect(lines[20] == String(repeating: " ", count: 20) + "21")
        #expect(lines[99_999] == String(repeating: " ", count: 20) + "100000!")
    }

    @Test func everyStepIsListedOnceAfterItsCause() {
        let seed = Seed()
        var random = seed
        let steps = (1...500).map { seq in
            (seq, Bool.random(using: &random) ? Int.random(in: 0...510, using: &random) : nil)
        }
        let order = Self.lines(steps).compactMap { Int($0.filter(\.isNumber)) }
        #expect(order.sorted() == Array(1...500), "\(seed)")
        let places = Dictionary(uniqueKeysWithValues: zip(order, order.indices))
        for case (let seq, let cause?) in steps where 1..<seq ~= cause {
            #expect(places[cause]! < places[seq]!, "\(seed)")
        }
    }
}
