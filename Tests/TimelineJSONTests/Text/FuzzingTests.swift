import Testing
import TestHarness
import TestSupport

@testable import TimelineJSON
import TimelineQuerying

struct FuzzingTests {
    private func outcome(_ body: () throws(JSONError) -> Void) -> JSONError? {
        do {
            try body()
            return nil
        } catch {
            return error
        }
    }

    @Test func valuesAndMembersAgreeOnEveryText() throws {
        var seed = Seed()
        var (accepted, refused) = (0, 0)
        for _ in 0..<20_000 {
            let value = JSON.object(JSONObject([JSONObject.Member(key: "v", value: .random(depth: 3, using: &seed))]))
            var text = Array(value.text.dropFirst())
            text.damage(using: &seed)
            text.insert(UInt8(ascii: "{"), at: 0)
            let built = outcome { () throws(JSONError) in _ = try JSON(parsing: text) }
            let passed = outcome { () throws(JSONError) in _ = try JSONText.members(of: text) }
            try #require(built == passed, "\(seed): \(String(decoding: text, as: UTF8.self))")
            if built == nil { accepted += 1 } else { refused += 1 }
        }
        #expect(accepted > 1_000 && refused > 1_000, "\(seed): \(accepted) accepted, \(refused) refused")
    }

    /// Nested objects of few and of many keys, some of them with escapes.
    @Test func valuesAndMembersFindTheSameRepeatedKey() throws {
        var seed = Seed()
        var (accepted, refused) = (0, 0)
        func object(_ depth: Int) -> String {
            var keys = (0..<60).map { "k\($0)" }.shuffled(using: &seed).prefix(Int.random(in: 0...40, using: &seed))
            if Int.random(in: 0..<12, using: &seed) == 0, let key = keys.randomElement(using: &seed) {
                keys.append(key)
            }
            return "{"
                + keys.map { key in
                    let isEscaped = Int.random(in: 0..<8, using: &seed) == 0
                    let value = depth > 0 && Int.random(in: 0..<10, using: &seed) == 0 ? object(depth - 1) : "0"
                    return "\"\(isEscaped ? #"\u006b"# + key.dropFirst() : key)\":\(value)"
                }.joined(separator: ",") + "}"
        }
        for _ in 0..<2_000 {
            let text = Array(object(3).utf8)
            let built = outcome { () throws(JSONError) in _ = try JSON(parsing: text) }
            let passed = outcome { () throws(JSONError) in _ = try JSONText.members(of: text) }
            try #require(built == passed, "\(seed): \(String(decoding: text, as: UTF8.self))")
            if built == nil { accepted += 1 } else { refused += 1 }
        }
        #expect(accepted > 100 && refused > 100, "\(seed): \(accepted) accepted, \(refused) refused")
    }

    @Test func acceptedTextSurvivesTheRoundTrip() throws {
        var seed = Seed()
        for _ in 0..<10_000 {
            var text = JSON.random(depth: 2, using: &seed).text
            text.damage(using: &seed)
            guard let value = try? JSON(parsing: text) else { continue }
            try #require(try JSON(parsing: value.text) == value, "\(seed): \(value)")
            try #require(JSONPatch.difference(from: value, to: value).isEmpty, "\(seed): \(value)")
        }
    }
}
