import Testing
@testable import TimelineKit
@testable import TimelineReplay
import TimelineTestSupport

struct FuzzingTests {
    /// Nested objects of few and of many keys, some of them with escapes.
    @Test func aRepeatedKeyIsRefused() throws {
        var seed = Seed()
        var isRepeated = false
        func object(_ depth: Int) -> String {
            var keys = (0..<60).map { "k\($0)" }.shuffled(using: &seed).prefix(Int.random(in: 0...40, using: &seed))
            if Int.random(in: 0..<12, using: &seed) == 0, let key = keys.randomElement(using: &seed) {
                keys.append(key)
                isRepeated = true
            }
            let members = keys.map { key in
                let isEscaped = Int.random(in: 0..<8, using: &seed) == 0
                let isNested = depth > 0 && Int.random(in: 0..<10, using: &seed) == 0
                return "\"\(isEscaped ? #"\u006b"# + key.dropFirst() : key)\":\(isNested ? object(depth - 1) : "0")"
            }
            return "{\(members.joined(separator: ","))}"
        }
        var refused = 0
        for _ in 0..<600 {
            isRepeated = false
            let text = object(3)
            try #require(((try? JSON(parsing: text)) == nil) == isRepeated, "\(seed): \(text)")
            if isRepeated { refused += 1 }
        }
        #expect((30...570).contains(refused), "\(seed): \(refused)")
    }

    @Test func acceptedTextSurvivesTheRoundTrip() throws {
        var seed = Seed()
        for _ in 0..<10_000 {
            var text = JSON.random(depth: 2, using: &seed).text
            text.damage(using: &seed)
            guard let value = try? JSON(parsing: text) else { continue }
            let again = [try JSON(parsing: value.text), try JSON(parsing: value.prettyText)]
            try #require(again == [value, value], "\(seed): \(value)")
            try #require(again.map(\.text) == [value.text, value.text], "\(seed): \(value)")
            try #require(JSONDifference(from: value, to: value).isEmpty, "\(seed): \(value)")
        }
    }
}
