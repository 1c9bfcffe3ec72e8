import Foundation
import Testing
import TimelineReplay
import TimelineTestSupport

@testable import TimelineKit

/// JSONCoding agrees with Foundation's coders, which are configured for the same form.
struct FoundationAgreementTests {
    private static func encoder() -> JSONEncoder {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        encoder.nonConformingFloatEncodingStrategy = .convertToString(
            positiveInfinity: "Infinity", negativeInfinity: "-Infinity", nan: "NaN")
        return encoder
    }

    private static func decoder() -> JSONDecoder {
        let decoder = JSONDecoder()
        decoder.nonConformingFloatDecodingStrategy = .convertFromString(
            positiveInfinity: "Infinity", negativeInfinity: "-Infinity", nan: "NaN")
        return decoder
    }

    private func theirs(_ value: some Encodable) throws -> String {
        String(decoding: try Self.encoder().encode(value), as: UTF8.self)
    }

    private func ours(_ value: some Encodable) throws -> String { try JSONCoding.encode(value).bytes.text }

    @Test func generatedValuesAreEncodedAndDecodedAlike() throws {
        var seed = Seed()
        let count = Harness.count(small: 100, full: 20_000)
        for _ in 0..<count {
            let value = Sample.random(depth: 1, using: &seed)
            let text = try JSONCoding.encode(value)
            let theirs = try JSON(parsing: theirs(value).utf8).withSortedEntries.description
            try #require(String(decoding: text.bytes, as: UTF8.self) == theirs, "\(seed)")
            try #require(try JSONCoding.decode(Sample.self, from: text) == value, "\(seed)")
            // Members in a random order, and white space between all tokens.
            let pretty = JSONText(unchecked: text.value.shuffled(using: &seed).prettyText.utf8)
            try #require(try JSONCoding.decode(Sample.self, from: pretty) == value, "\(seed)")
        }
    }

    @Test func doublesAreEncodedAndDecodedAlike() throws {
        var seed = Seed()
        for _ in 0..<Harness.count(small: 4_000, full: 2_000_000) {
            let value = Double.randomBits(using: &seed)
            let text = try ours(value)
            try #require(try text == theirs(value), "\(seed)")
            try #require(try JSONCoding.decode(Double.self, from: text.utf8) == value, "\(seed): \(text)")
        }
        let edges = [
            0, -0.0, 1e14, 999_999_999_999_999, 1e15, 1e16, 9_007_199_254_740_992, .leastNonzeroMagnitude,
            .greatestFiniteMagnitude, 0.1 + 0.2, 1e-5, 0.00012345, 1e22, 1e23, .pi * 1e5,
        ]
        for value in edges + edges.map({ -$0 }) { #expect(try ours(value) == theirs(value)) }
        #expect(try ours([Float(0.1), -0, 1e10, 16_777_216, 3.5]) == theirs([Float(0.1), -0, 1e10, 16_777_216, 3.5]))
    }

    /// Any number of digits, with a point and an exponent anywhere, as people and other programs write them.
    @Test func numbersAreDecodedAsTheNearestDouble() throws {
        var seed = Seed()
        for _ in 0..<Harness.count(small: 4_000, full: 2_000_000) {
            var text = Bool.random(using: &seed) ? "-" : ""
            let digits = (0..<Int.random(in: 1...22, using: &seed)).map { _ in
                String(Int.random(in: 0...9, using: &seed))
            }
            text += Bool.random(using: &seed) ? "0" : String(Int.random(in: 1...9, using: &seed)) + digits.joined()
            if Bool.random(using: &seed) { text += "." + digits.shuffled(using: &seed).joined() }
            if Bool.random(using: &seed) {
                text += ["e", "E+", "e-"].randomElement(using: &seed)! + String(Int.random(in: 0...40, using: &seed))
            }
            let expected = try #require(Double(text))
            try #require(
                try JSONCoding.decode(Double.self, from: text.utf8).bitPattern == expected.bitPattern,
                "\(seed): \(text)")
        }
    }

    /// Digits that are zero in 64 bits, and numbers halfway between two doubles or next to it.
    @Test(arguments: [
        "18446744073709551616", "-922337203685477580800", "0.18446744073709551616", "9007199254740993",
        "9007199254740993.0000000001", "9007199254740992.9999",
        "0.500000000000000166533453693773481063544750213623046875",
        "1.7976931348623158e308", "2.2250738585072014e-308", "123456789012345678e-19", "9999999999999999999e19",
        "0.000000000000000000001e19", "-0.0e7", "1e00000000000000000001",
    ])
    func aNumberIsReadAsTheNearestDouble(text: String) throws {
        let expected = try #require(Double(text))
        #expect(try JSONCoding.decode(Double.self, from: text.utf8).bitPattern == expected.bitPattern)
    }

    /// A value whose form is what its type's `encode(to:)` does with the containers.
    private struct Manual: Encodable {
        let what: String
        let body: @Sendable (any Encoder) throws -> Void

        init(_ what: String = "", _ body: @escaping @Sendable (any Encoder) throws -> Void) {
            (self.what, self.body) = (what, body)
        }

        func encode(to encoder: any Encoder) throws { try body(encoder) }
    }

    private enum Key: String, CodingKey { case a, b, c, quote = "\"\n", accent = "é", one = "1" }

    private static let manual = [
        Manual("nothing at all, within another") { try [Manual { _ in }].encode(to: $0) },
        Manual("an empty object") { _ = $0.container(keyedBy: Key.self) },
        Manual("an empty array") { _ = $0.unkeyedContainer() },
        Manual("one key twice") {
            var container = $0.container(keyedBy: Key.self)
            try container.encode(1, forKey: .b)
            try container.encode(2, forKey: .a)
            try container.encode("three", forKey: .b)
        },
        Manual("one container requested twice") {
            var one = $0.container(keyedBy: Key.self)
            try one.encode(1, forKey: .c)
            var other = $0.container(keyedBy: Key.self)
            try other.encode(2, forKey: .a)
            try one.encode(3, forKey: .b)
        },
        Manual("one nested container requested twice") {
            var container = $0.container(keyedBy: Key.self)
            var one = container.nestedContainer(keyedBy: Key.self, forKey: .a)
            try one.encode(1, forKey: .c)
            var other = container.nestedContainer(keyedBy: Key.self, forKey: .a)
            try other.encode(2, forKey: .b)
            var list = container.nestedUnkeyedContainer(forKey: .b)
            try list.encode(1)
            var more = container.nestedUnkeyedContainer(forKey: .b)
            try more.encode(2)
        },
        Manual("keys with escapes") {
            var container = $0.container(keyedBy: Key.self)
            for key in [Key.quote, .accent, .c, .a, .one] { try container.encode(key.rawValue, forKey: key) }
        },
        Manual("a member that fails and is left out") {
            var container = $0.container(keyedBy: Key.self)
            try container.encode(1, forKey: .b)
            try? container.encode(Manual { try $0.failing() }, forKey: .a)
            try container.encode(2, forKey: .c)
            var list = container.nestedUnkeyedContainer(forKey: .quote)
            try? list.encode(Manual { try $0.failing() })
            try list.encode(3)
        },
        Manual("a super encoder that is left alone, and one for an element") {
            var container = $0.container(keyedBy: Key.self)
            _ = container.superEncoder()
            var list = container.nestedUnkeyedContainer(forKey: .a)
            let element = list.superEncoder()
            try list.encode(2)
            try [1].encode(to: element)
        },
        Manual("two objects of one kind that are open at once") {
            var container = $0.container(keyedBy: Key.self)
            var one = container.nestedContainer(keyedBy: Key.self, forKey: .a)
            var other = container.nestedContainer(keyedBy: Key.self, forKey: .b)
            for (number, key) in [Key.c, .b, .a].enumerated() {
                try one.encode(number, forKey: key)
                try other.encode([number, -number], forKey: key)
            }
        },
    ]

    @Test(arguments: manual.indices) func containersAreWrittenAlike(index: Int) throws {
        let value = Self.manual[index]
        #expect(try ours(value) == theirs(value), "\(value.what)")
        #expect(try ours([value, value]) == theirs([value, value]), "\(value.what), twice")
        #expect(try ours(["x": ["y": value]]) == theirs(["x": ["y": value]]), "\(value.what), deep")
    }

    /// The differences: a number that is not whole does not fit an integer type, however near it is; and a decimal that is
    /// not a number, which Foundation writes as text that is not JSON, is coded as a double.
    private static let differences: [String: (ours: String, theirs: String)] = {
        var differences = ["\"NaN\" as Decimal": (ours: "NaN", theirs: "refused")]
        for (text, whole) in [("1e-400", "0"), ("1.0000000000000000000000001", "1")] {
            for type in ["Int", "Int8", "UInt64", "Int128"] { differences["\(text) as \(type)"] = ("refused", whole) }
            differences["\(text) as Optional<Int>"] = ("refused", "Optional(\(whole))")
        }
        return differences
    }()

    @Test func foreignTextIsDecodedAlike() throws {
        let texts = [
            "1", "1.0", "1e2", "-0", "0.5", "300", "-1", "18446744073709551615", "9223372036854775808", "1e400",
            "1e-400",
            "null", "true", "\"1\"", "\"NaN\"", "\"-Infinity\"", "[]", "{}", "[1]", "{\"a\":1}", "\"YQ==\"", "\"YQ\"",
            "\"2001\"", "\"\\u0041\\ud83d\\ude00\"", "1.0000000000000000000000001", "12345678901234567890123",
        ]
        func check<Value: Decodable>(_ type: Value.Type) {
            func described(_ value: Value?) -> String {
                // The description of an infinite date traps.
                (value as? Date).map { "\($0.timeIntervalSinceReferenceDate)" } ?? value.map { "\($0)" } ?? "refused"
            }
            for text in texts {
                let ours = described(try? JSONCoding.decode(type, from: text.utf8))
                let theirs = described(try? Self.decoder().decode(type, from: Data(text.utf8)))
                let what = "\(text) as \(type)"
                #expect((ours, theirs) == Self.differences[what] ?? (theirs, theirs), "\(what)")
            }
        }
        let types: [any Decodable.Type] = [
            Int.self, Int8.self, UInt64.self, Int128.self, Double.self, Float.self, Bool.self, String.self, Int?.self,
            [Int].self, [String: Int].self, Decimal.self, Data.self, Date.self, Sample.Shape.self,
        ]
        for type in types { check(type) }
    }
}

extension JSON {
    /// A sample with its sets and its dictionaries that are arrays in our order; Foundation writes them in hash order.
    fileprivate var withSortedEntries: JSON {
        switch self {
        case .array(let elements): .array(elements.map(\.withSortedEntries))
        case .object(let object):
            .object(
                JSONObject(
                    object.members.map { member in
                        let value = member.value.withSortedEntries
                        let perEntry = ["byShape": 2, "numbersSeen": 1][member.key]
                        let sorted = perEntry.flatMap { value.array?.sortedEntries(elementsPerEntry: $0) }
                        return .init(key: member.key, value: sorted.map { .array($0) } ?? value)
                    }))
        default: self
        }
    }
}

extension Encoder {
    /// Encodes half of an object, then throws.
    fileprivate func failing() throws {
        var container = unkeyedContainer()
        try container.encode("half")
        try container.encode(["key": "value"])
        throw CancellationError()
    }
}
