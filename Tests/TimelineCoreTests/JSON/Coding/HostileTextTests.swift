import Foundation
import Testing
import TimelineTestPrograms
import TimelineTestSupport

@testable import TimelineKit

/// Untrusted and damaged text.
struct HostileTextTests {
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
        let expected: JSON = ["a": ["one", 2], "b": ["c": "a longer text than fits into a word"]]
        #expect(try Anything(from: kept.decoder) == Anything(expected))
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
