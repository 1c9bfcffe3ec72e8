import Testing
import TestHarness
import TestSupport

@testable import TimelineJSON
import TimelineQuerying

struct FuzzingTests {
    /// Checks that `JSON` and `JSONText.members` accept each text, or reject it with the same error.
    private func requireAgreement(
        count: Int, atLeast least: Int, _ text: (inout Seed) -> [UInt8]
    ) throws {
        func error(_ body: () throws(JSONError) -> Void) -> JSONError? {
            do throws(JSONError) { try body() } catch { return error }
            return nil
        }
        var seed = Seed()
        var (accepted, refused) = (0, 0)
        for _ in 0..<count {
            let text = text(&seed)
            let parsed = error { () throws(JSONError) in _ = try JSON(parsing: text) }
            let split = error { () throws(JSONError) in _ = try JSONText.members(of: text) }
            try #require(parsed == split, "\(seed): \(String(decoding: text, as: UTF8.self))")
            if parsed == nil { accepted += 1 } else { refused += 1 }
        }
        #expect(accepted > least && refused > least, "\(seed): \(accepted) accepted, \(refused) refused")
    }

    @Test func valuesAndMembersAgreeOnEveryText() throws {
        try requireAgreement(count: 20_000, atLeast: 1_000) { seed in
            let value = JSON.object(JSONObject([JSONObject.Member(key: "v", value: .random(depth: 3, using: &seed))]))
            var text = Array(value.text.dropFirst())
            text.damage(using: &seed)
            return [UInt8(ascii: "{")] + text
        }
    }

    /// Nested objects of few and of many keys, some of them with escapes.
    @Test func valuesAndMembersFindTheSameRepeatedKey() throws {
        func object(_ depth: Int, _ seed: inout Seed) -> String {
            var keys = (0..<60).map { "k\($0)" }.shuffled(using: &seed).prefix(Int.random(in: 0...40, using: &seed))
            if Int.random(in: 0..<12, using: &seed) == 0, let key = keys.randomElement(using: &seed) {
                keys.append(key)
            }
            let members = keys.map { key in
                let isEscaped = Int.random(in: 0..<8, using: &seed) == 0
                let isNested = depth > 0 && Int.random(in: 0..<10, using: &seed) == 0
                let value = isNested ? object(depth - 1, &seed) : "0"
                return "\"\(isEscaped ? #"\u006b"# + key.dropFirst() : key)\":\(value)"
            }
            return "{\(members.joined(separator: ","))}"
        }
        try requireAgreement(count: 2_000, atLeast: 100) { seed in Array(object(3, &seed).utf8) }
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
