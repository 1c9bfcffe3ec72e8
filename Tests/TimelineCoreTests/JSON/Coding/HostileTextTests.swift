import Foundation
import Testing
import TimelineTestSupport

@testable import TimelineKit

/// Untrusted and damaged text.
struct HostileTextTests {
    /// Decodes any value, through every kind of container.
    private indirect enum Anything: Decodable, Equatable {
        case null
        case bool(Bool)
        case int(Int64)
        case double(Double)
        case text(String)
        case list([Anything])
        case object([String: Anything])

        init(from decoder: any Decoder) throws {
            if let container = try? decoder.container(keyedBy: NameKey.self) {
                // As a dictionary does, but in reverse order.
                let keys = container.allKeys
                self = .object(
                    Dictionary(
                        try keys.reversed().map { ($0.stringValue, try container.decode(Anything.self, forKey: $0)) },
                        uniquingKeysWith: { one, _ in one }))
                return
            }
            if var container = try? decoder.unkeyedContainer() {
                var list: [Anything] = []
                while !container.isAtEnd { list.append(try container.decode(Anything.self)) }
                self = .list(list)
                return
            }
            let container = try decoder.singleValueContainer()
            if container.decodeNil() {
                self = .null
            } else if let value = try? container.decode(Bool.self) {
                self = .bool(value)
            } else if let value = try? container.decode(Int64.self) {
                self = .int(value)
            } else if let value = try? container.decode(Double.self) {
                self = .double(value)
            } else {
                self = .text(try container.decode(String.self))
            }
        }

        /// The same value as a parsed one; nil if it holds a number that no Swift type can hold.
        init?(_ value: JSON) {
            switch value {
            case .null: self = .null
            case .bool(let value): self = .bool(value)
            case .string("NaN"), .string("Infinity"), .string("-Infinity"): return nil
            case .string(let value): self = .text(value)
            case .number(let number):
                if let whole = number.int64 {
                    self = .int(whole)
                } else {
                    guard number.double.isFinite, number.double != 0 else { return nil }
                    self = .double(number.double)
                }
            case .array(let elements):
                let list = elements.compactMap(Anything.init)
                guard list.count == elements.count else { return nil }
                self = .list(list)
            case .object(let object):
                var members: [String: Anything] = [:]
                for member in object.members.reversed() {
                    guard let value = Anything(member.value) else { return nil }
                    if members[member.key] == nil { members[member.key] = value }
                }
                self = .object(members)
            }
        }
    }

    /// Checks that decoding and parsing accept a text with the same value, or reject it for the same reason.
    ///
    /// - Returns: Whether they accept it.
    private func agree(on text: [UInt8], _ note: String) throws -> Bool {
        let shown = "\(note): \(String(decoding: text, as: UTF8.self))"
        do {
            let parsed = try JSON(parsing: text)
            guard let expected = Anything(parsed) else { return true }
            try #require(try JSONCoding.decode(Anything.self, from: text) == expected, "\(shown)")
            return true
        } catch let error as JSONError {
            let reason = errorMessage { try JSONCoding.decode(Anything.self, from: text) }
            try #require(reason == "this is not JSON: \(error)", "\(shown)")
            return false
        }
    }

    @Test(.enabled(if: Suite.isPresent, "TIMELINE_SUITES is not set"))
    func theTextsOfTheSuiteAreDecodedAsTheyAreParsed() throws {
        let folder = "json-test-suite/test_parsing"
        let files = try Suite.files(in: folder)
        #expect(files.count > 300)
        for file in files { _ = try agree(on: try Suite.bytes("\(folder)/\(file)"), file) }
    }

    @Test func damagedTextIsDecodedAsItIsParsed() throws {
        var seed = Seed()
        var (accepted, refused) = (0, 0)
        for _ in 0..<Harness.count(small: 10_000, full: 1_000_000) {
            var text = JSON.random(depth: 3, using: &seed).text
            text.damage(using: &seed)
            if try agree(on: text, "\(seed)") { accepted += 1 } else { refused += 1 }
        }
        #expect(accepted > 500 && refused > 500, "\(seed): \(accepted) accepted, \(refused) refused")
    }

    @Test func keysOfALargeObjectAreFoundInAnyOrder() throws {
        var seed = Seed()
        let keys = (0..<3_000).map { "key \($0)" } + ["\"", "é", ""]
        let object = JSONObject(keys.map { .init(key: $0, value: .string($0)) })
        let text = JSON.object(object).shuffled(using: &seed).text
        let expected = Anything(.object(object))
        #expect(try JSONCoding.decode(Anything.self, from: text) == expected, "\(seed)")
        struct Few: Decodable {
            var values: [String?]
            init(from decoder: any Decoder) throws {
                let container = try decoder.container(keyedBy: NameKey.self)
                values = try ["key 2999", "key", "\"", "key 0", "é", "no", "", "key 1"].map {
                    try container.decodeIfPresent(String.self, forKey: NameKey($0))
                }
            }
        }
        let few = try JSONCoding.decode(Few.self, from: text)
        #expect(few.values == ["key 2999", nil, "\"", "key 0", "é", nil, "", "key 1"])
    }

    /// Keeps its decoder.
    private struct Kept: Decodable {
        let decoder: any Decoder
        init(from decoder: any Decoder) throws { self.decoder = decoder }
    }

    @Test func aDecoderThatIsKeptOutlivesTheText() throws {
        var text = Array(#"{"a":["one",2],"b":{"c":"a longer text than fits into a word"}}"#.utf8)
        let kept = try JSONCoding.decode(Kept.self, from: text)
        for index in text.indices { text[index] = 0x20 }
        #expect(
            try Anything(from: kept.decoder)
                == .object([
                    "a": .list([.text("one"), .int(2)]),
                    "b": .object(["c": .text("a longer text than fits into a word")]),
                ]))
    }

    @Test func anEncoderThatIsKeptThrows() throws {
        final class Box: @unchecked Sendable { var containers: [KeyedEncodingContainer<NameKey>] = [] }
        struct Keeping: Encodable {
            let box: Box
            func encode(to encoder: any Encoder) throws {
                var container = encoder.container(keyedBy: NameKey.self)
                try container.encode(1, forKey: NameKey("a"))
                box.containers.append(container)
                box.containers.append(container.nestedContainer(keyedBy: NameKey.self, forKey: NameKey("b")))
                // One whose parent continues, so that it moves to its own writer; and one in that.
                var late = container.nestedContainer(keyedBy: NameKey.self, forKey: NameKey("c"))
                try container.encode(2, forKey: NameKey("d"))
                box.containers.append(late.nestedContainer(keyedBy: NameKey.self, forKey: NameKey("e")))
                box.containers.append(late)
            }
        }
        let box = Box()
        let empty = JSON.object(JSONObject())
        #expect(try JSONCoding.encode([Keeping(box: box)]).value == [["a": 1, "b": empty, "c": ["e": empty], "d": 2]])
        for index in box.containers.indices {
            #expect(throws: EncodingError.self) {
                try box.containers[index].encode(2, forKey: NameKey("c"))
            }
            var nested = box.containers[index].nestedUnkeyedContainer(forKey: NameKey("d"))
            #expect(throws: EncodingError.self) { try nested.encode(3) }
        }
    }

    @Test func threadsCodeIndependently() async throws {
        let count = Harness.count(small: 50, full: 2_000)
        try await withThrowingTaskGroup(of: Void.self) { group in
            for _ in 0..<8 {
                group.addTask {
                    var seed = Seed()
                    for _ in 0..<count {
                        let value = Sample.random(depth: 0, using: &seed)
                        let text = try JSONCoding.encode(value)
                        try #require(try JSONCoding.decode(Sample.self, from: text) == value, "\(seed)")
                    }
                }
            }
            try await group.waitForAll()
        }
    }
}
