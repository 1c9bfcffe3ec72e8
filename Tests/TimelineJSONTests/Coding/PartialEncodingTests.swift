import Foundation
import TestHarness
import Testing

@testable import TimelineJSON

/// Of a value of which a few members are looked at, the others need not be encoded.
struct PartialEncodingTests {
    /// Whatever the types do in their encoding, what is asked for is there as in the whole, and what is not there is not.
    @Test func whatIsAskedForIsAsInTheWhole() throws {
        var seed = Seed()
        for _ in 0..<200 {
            let sample = Sample.random(depth: 1, using: &seed)
            let whole = try JSONCoding.encode(sample).value
            let places = Self.paths(in: whole)
            for _ in 0..<20 {
                let asked = (0..<Int.random(in: 1...3, using: &seed)).map { _ in places.randomElement(using: &seed)! }
                let part = try JSONCoding.encode(sample, only: Self.tree(asked))
                for path in asked {
                    let pointer = JSONPointer(path)
                    #expect(part[pointer] == whole[pointer], "\(seed): \(pointer) of \(asked)")
                }
            }
        }
    }

    /// The paths of names in a value, and others that lead nowhere.
    private static func paths(in value: JSON) -> [[String]] {
        guard let object = value.object else { return [[], ["relative"], ["0"], ["absent", "member"]] }
        return [[], ["absent"]] + object.members.flatMap { member in paths(in: member.value).map { [member.key] + $0 } }
    }

    private static func tree(_ paths: [[String]]) -> MemberTree {
        paths.reduce(into: MemberTree()) { $0.insert($1) }
    }

    @Test func otherMembersAreNotEncoded() throws {
        struct Trap: Encodable {
            func encode(to encoder: any Encoder) throws { Issue.record("it is encoded") }
        }
        struct Inner: Encodable {
            var count = 3
            var trap = Trap()
        }
        struct Outer: Encodable {
            var inner = Inner()
            var other: Int? = 4
            var trap: Trap? = Trap()
            var traps = [Trap()]
        }
        let part = try JSONCoding.encode(Outer(), only: Self.tree([["inner", "count"], ["other"], ["none"]]))
        #expect(part == ["inner": ["count": 3], "other": 4])
        #expect(try JSONCoding.encode(Outer(), only: MemberTree()) == [:])
    }

    @Test func whatCannotBeEncodedIsToldWithItsPlace() {
        struct Failure: Error {}
        struct Broken: Encodable {
            func encode(to encoder: any Encoder) throws {
                throw EncodingError.invalidValue(
                    1, EncodingError.Context(codingPath: encoder.codingPath, debugDescription: "it is broken"))
            }
        }
        struct Outer: Encodable {
            var count = 1
            var broken = ["first": Broken()]
        }
        let error = #expect(throws: JSONCodingError.self) {
            try JSONCoding.encode(Outer(), only: Self.tree([["broken", "first"]]))
        }
        #expect(error?.description == "$.broken.first: it is broken")
        #expect(throws: Never.self) { try JSONCoding.encode(Outer(), only: Self.tree([["count"]])) }
    }

    @Test func aPathTakesInThoseThatGoOnFromIt() {
        var tree = Self.tree([["a", "b"], ["a", "c"]])
        #expect(tree["a"]?["b"]?.isWhole == true)
        #expect(tree["a"]?.isWhole == false)
        #expect(tree["a"]?["d"] == nil && tree["b"] == nil)
        tree.insert(["a"])
        #expect(tree == Self.tree([["a"]]))
        tree.insert(["a", "e"])
        #expect(tree == Self.tree([["a"]]))
        tree.insert([])
        #expect(tree.isWhole && tree["anything"]?.isWhole == true)
    }
}
