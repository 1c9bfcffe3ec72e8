import Testing
import TestHarness

@testable import TimelineJSON

struct FuzzingTests {
    private func outcome(_ body: () throws(JSONError) -> Void) -> JSONError? {
        do {
            try body()
            return nil
        } catch {
            return error
        }
    }

    /// Bytes that mean something in JSON, and some that mean nothing.
    private static let alphabet =
        Array("{}[]\",:\\u0019aeE+-. \n/ntf".utf8) + [0x00, 0x7F, 0x80, 0xC3, 0xA9, 0xED, 0xF4, 0xFF]

    private func mutated(_ text: [UInt8], using seed: inout Seed) -> [UInt8] {
        var text = text
        for _ in 0..<Int.random(in: 1...4, using: &seed) where !text.isEmpty {
            let place = text.indices.randomElement(using: &seed) ?? 0
            let byte = Self.alphabet.randomElement(using: &seed) ?? 0
            switch Int.random(in: 0..<6, using: &seed) {
            case 0: text.remove(at: place)
            case 1: text.insert(byte, at: place)
            case 2: text[place] = byte
            case 3: text[place] ^= 1 << UInt8.random(in: 0..<8, using: &seed)
            case 4: text.removeSubrange(place...)
            default: text.insert(contentsOf: text[place...].prefix(Int.random(in: 1...8, using: &seed)), at: place)
            }
        }
        return text
    }

    @Test func bothWalksAgreeOnEveryText() throws {
        var seed = Seed()
        var (accepted, refused) = (0, 0)
        for _ in 0..<20_000 {
            let value = JSON.object(JSONObject([JSONObject.Member(key: "v", value: .random(depth: 3, using: &seed))]))
            let text = [UInt8(ascii: "{")] + mutated(Array(value.text.dropFirst()), using: &seed)
            let built = outcome { () throws(JSONError) in _ = try JSON(parsing: text) }
            let passed = outcome { () throws(JSONError) in _ = try JSONText.members(of: text) }
            try #require(built == passed, "\(seed): \(String(decoding: text, as: UTF8.self))")
            if built == nil { accepted += 1 } else { refused += 1 }
        }
        #expect(accepted > 1_000 && refused > 1_000, "\(seed): \(accepted) accepted, \(refused) refused")
    }

    /// Objects of few and of many keys, some of them spelled with escapes, in one another.
    @Test func bothWalksFindTheSameKeysTwice() throws {
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

    @Test func whatIsAcceptedIsWrittenSoThatItReadsTheSame() throws {
        var seed = Seed()
        for _ in 0..<10_000 {
            let text = mutated(JSON.random(depth: 2, using: &seed).text, using: &seed)
            guard let value = try? JSON(parsing: text) else { continue }
            try #require(try JSON(parsing: value.text) == value, "\(seed): \(value)")
            try #require(JSONPatch.difference(from: value, to: value).isEmpty, "\(seed): \(value)")
        }
    }
}
