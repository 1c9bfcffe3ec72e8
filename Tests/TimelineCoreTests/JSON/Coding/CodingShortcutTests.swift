import Foundation
import Testing
import TimelineTestSupport

@testable import TimelineKit

/// Values for which the coders remember what they found in earlier values: types and keys.
struct CodingShortcutTests {
    // MARK: - Keys

    /// Objects of any shape, with few names, so that many are at the same place in different objects.
    @Test func keysOfGeneratedObjectsAreFoundAsInTheValue() throws {
        var seed = Seed()
        func value(_ depth: Int) -> JSON {
            guard depth > 0, Bool.random(using: &seed) else {
                return .number(JSONNumber(Int.random(in: 0...9, using: &seed)))
            }
            let names = ["a", "b", "aaaaaaaab", "aaaaaaaac", "é"].shuffled(using: &seed)
            let members = names.prefix(Int.random(in: 0...5, using: &seed)).map { ($0, value(depth - 1)) }
            return .object(JSONObject(members.map { JSONObject.Member(key: $0.0, value: $0.1) }))
        }
        for _ in 0..<Harness.count(small: 1_000, full: 50_000) {
            let value = value(4)
            try #require(try JSONCoding.decode(Probe.self, from: value.text).matches(value), "\(seed) \(value)")
        }
    }

    /// The members with some names, each looked up by its key.
    private indirect enum Probe: Decodable {
        case number(Int)
        case members([String: Probe])

        private enum CodingKeys: String, CodingKey, CaseIterable {
            case a, b, long = "aaaaaaaab", other = "aaaaaaaac", accent = "é"
        }

        init(from decoder: any Decoder) throws {
            guard let container = try? decoder.container(keyedBy: CodingKeys.self) else {
                self = .number(try decoder.singleValueContainer().decode(Int.self))
                return
            }
            var members: [String: Probe] = [:]
            for key in CodingKeys.allCases where container.contains(key) {
                members[key.stringValue] = try container.decode(Probe.self, forKey: key)
            }
            self = .members(members)
        }

        func matches(_ value: JSON) -> Bool {
            switch (self, value) {
            case (.number(let number), .number(let other)): JSONNumber(number) == other
            case (.members(let members), .object(let object)):
                members.count == object.members.count
                    && object.members.allSatisfy { members[$0.key]?.matches($0.value) == true }
            default: false
            }
        }
    }

    // MARK: - Cases

    private enum Switch: Codable, Equatable {
        case on, off, aVeryLongNameOfACaseThatIsNotRememberedSinceItIsLongerThanTheLimit
    }
    private enum Lamp: Codable, Equatable { case off, on, broken }

    @Test func casesWithTheSameNameAreOfTheirOwnType() throws {
        for _ in 0..<3 {
            #expect(try decoded(Switch.self, #"{"on":{}}"#) == .on)
            #expect(try decoded(Lamp.self, #"{"on":{}}"#) == .on)
            #expect(try decoded(Lamp.self, #"{"off":{}}"#) == .off)
            #expect(try decoded(Switch.self, #"{"off":{}}"#) == .off)
            #expect(try decoded(Switch.self, #"{"\u006fn":{}}"#) == .on)
            #expect(throws: JSONCodingError.self) { try decoded(Switch.self, #"{"broken":{}}"#) }
            #expect(throws: JSONCodingError.self) { try decoded(Lamp.self, #"{"on":{},"off":{}}"#) }
            let long = Switch.aVeryLongNameOfACaseThatIsNotRememberedSinceItIsLongerThanTheLimit
            #expect(try JSONCoding.decode(Switch.self, from: JSONCoding.encode(long)) == long)
        }
    }

    // MARK: - Arrays

    /// Counts the instances that exist.
    private final class Counted: Decodable {
        nonisolated(unsafe) static var count = 0

        let isCounted: Bool

        init(from decoder: any Decoder) throws {
            isCounted = try decoder.singleValueContainer().decode(Bool.self)
            Self.count += 1
        }

        deinit { Self.count -= 1 }
    }

    @Test func elementsBeforeAnErrorAreReleased() throws {
        let error = try #require(throws: JSONCodingError.self) {
            try decoded([[Counted]].self, "[[true],[true,true,3]]")
        }
        #expect(error.description.contains("[1][2]"), "\(error)")
        #expect(Counted.count == 0)
        #expect(try decoded([[Counted]].self, "[[true],[true,true],[]]").map(\.count) == [1, 2, 0])
        #expect(Counted.count == 0)
    }

    /// A value of 4,096 bytes that one digit is decoded as.
    private struct Wide: Decodable {
        let number: Int
        private let rest = (Block(), Block(), Block(), Block())

        private struct Block { let bytes: (Line, Line, Line, Line) = (Line(), Line(), Line(), Line()) }
        private struct Line { let words: (Line4, Line4, Line4, Line4) = (Line4(), Line4(), Line4(), Line4()) }
        private struct Line4 { let words: (Int, Int, Int, Int, Int, Int, Int, Int) = (0, 0, 0, 0, 0, 0, 0, 0) }

        init(from decoder: any Decoder) throws { number = try decoder.singleValueContainer().decode(Int.self) }
    }

    @Test func manyWideElementsOfAShortTextAreDecoded() throws {
        #expect(MemoryLayout<Wide>.stride > 4096)
        let text = "[" + (0..<500).map(String.init).joined(separator: ",") + "]"
        #expect(try decoded([Wide].self, text).map(\.number) == Array(0..<500))
        #expect(throws: JSONCodingError.self) {
            try decoded([Wide].self, "[" + String(repeating: "null,", count: 9) + "0]")
        }
    }

    // MARK: - Orders

    /// An object that encodes its members in the order of an array.
    private struct Members: Encodable {
        let members: [(name: String, value: String)]

        func encode(to encoder: any Encoder) throws {
            var container = encoder.container(keyedBy: JSONKey.self)
            for (name, value) in members { try container.encode(value, forKey: JSONKey(stringValue: name)) }
        }
    }

    @Test func membersOfAnyOrderAndLengthAreSorted() throws {
        var seed = Seed()
        let names = ["a", "ab", "b", "bcdefgh", "bcdefghi", "bcdefghij", "bcdefghik", "z\"", "z\n", "é"]
        for _ in 0..<Harness.count(small: 1_000, full: 50_000) {
            let count = Int.random(in: 1...4, using: &seed)
            let objects = (0..<count).map { _ in
                Members(
                    members: names.shuffled(using: &seed).prefix(Int.random(in: 0...10, using: &seed)).map {
                        let length =
                            [0, 1, 3, 7, 8, 15, 16, 17, 63, 64, 65, 1_000, 5_000].randomElement(using: &seed) ?? 0
                        return ($0, String(repeating: "x", count: length))
                    })
            }
            let expected = objects.map { object in
                JSON.object(
                    JSONObject(
                        object.members.sorted { $0.name.utf8.lexicographicallyPrecedes($1.name.utf8) }
                            .map { JSONObject.Member(key: $0.name, value: .string($0.value)) }))
            }
            let text = try JSONCoding.encode(objects).bytes
            try #require(text == JSON.array(expected).text, "\(seed)")
        }
    }

    @Test func ofMembersWithTheSameKeyTheLastRemains() throws {
        let twice = Members(members: [("b", "1"), ("a", "2"), ("b", "3"), ("c", "4")])
        #expect(try JSONCoding.encode(twice).value.description == #"{"a":"2","b":"3","c":"4"}"#)
    }

    private func decoded<Value: Decodable>(_ type: Value.Type, _ text: String) throws -> Value {
        try JSONCoding.decode(type, from: text.utf8)
    }
}
