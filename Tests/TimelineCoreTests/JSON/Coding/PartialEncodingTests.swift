import Foundation
import Testing
@testable import TimelineKit
@testable import TimelineReplay
import TimelineTestSupport

/// Encoding without the members that a condition does not need.
struct PartialEncodingTests {
    /// With types that encode themselves in uncommon ways.
    @Test func aConditionHasTheSameAnswerWithoutTheMembersItDoesNotNeed() throws {
        var seed = Seed()
        var answers: [Bool: Int] = [:]
        var smaller = 0
        for _ in 0..<20 {
            let values = (0..<3).map { _ in UnusualValues.random(using: &seed) }
            let wholes = try values.map { try JSONCoding.encode($0).value }
            for _ in 0..<40 {
                let text = RandomConditions(value: wholes[0]).next(using: &seed)
                let condition = try JSONCondition(parsing: text)
                let needed = condition.members
                var unseen = (whole: UnseenPaths(condition), part: UnseenPaths(condition))
                for (value, whole) in zip(values, wholes) {
                    let part = try Self.part(of: value, needed)
                    let answer = Self.answer(condition, whole)
                    #expect(Self.answer(condition, part) == answer, "\(seed): \(text)")
                    unseen.whole.evaluate(in: whole)
                    unseen.part.evaluate(in: part)
                    if case .success(let holds) = answer { answers[holds, default: 0] += 1 }
                    if part != whole { smaller += 1 }
                }
                #expect(unseen.part.paths == unseen.whole.paths, "\(seed): \(text)")
            }
        }
        // Otherwise the test proves nothing.
        #expect(answers[true, default: 0] > 300 && answers[false, default: 0] > 300 && smaller > 1000, "\(seed)")
    }

    @Test func eachMemberIsTheSameWithoutTheOthers() throws {
        var seed = Seed()
        for _ in 0..<10 {
            let value = UnusualValues.random(using: &seed)
            let whole = try JSONCoding.encode(value).value
            for path in Self.paths(in: whole) {
                let part = try Self.part(of: value, MemberTree([path]))
                #expect(Self.member(path, of: part)?.text == Self.member(path, of: whole)?.text, "\(seed): \(path)")
            }
        }
    }

    /// Names of existing values, and other names.
    private static func paths(in value: JSON) -> [[String]] {
        guard let object = value.object else { return [[], ["0"], ["absent"]] }
        return [[], ["absent"]] + object.members.flatMap { member in paths(in: member.value).map { [member.key] + $0 } }
    }

    /// The value at these names. A JSON Pointer would take `0` for an index, too.
    private static func member(_ path: [String], of value: JSON) -> JSON? {
        path.reduce(value) { value, name in value?.object?[name] }
    }

    private static func answer(_ condition: JSONCondition, _ value: JSON) -> Result<Bool, JSONPathError> {
        do throws(JSONPathError) { return .success(try condition.holds(for: value)) } catch { return .failure(error) }
    }

    private static func part(of value: some Encodable, _ needed: MemberTree) throws -> JSON {
        try JSON(parsing: JSONCoding.withText(of: value, only: needed) { Array($0) })
    }

    @Test func otherMembersAreNotEncoded() throws {
        struct Trap: Encodable {
            func encode(to encoder: any Encoder) throws { Issue.record("it is encoded") }
        }
        struct Inner: Encodable {
            var count: Int8 = 3
            var trap = Trap()
        }
        struct Outer: Encodable {
            var inner = Inner()
            var boxed: Inner?? = Inner()
            var byName = ["a": Inner(), "b": Inner()]
            var other: Int? = 4
            var absent: Int?
            var trap: Trap? = Trap()
            var traps = [Trap()]
        }
        let paths = [
            ["inner", "count"], ["boxed", "count"], ["byName", "b", "count"], ["other"], ["absent"], ["none"],
        ]
        let part = try Self.part(of: Outer(), MemberTree(paths))
        #expect(part == ["inner": ["count": 3], "boxed": ["count": 3], "byName": ["b": ["count": 3]], "other": 4])
        #expect(try Self.part(of: Outer(), MemberTree([])) == [:])
    }

    /// Keys with the same name are distinguished by their whole values.
    @Test func theChoiceAmongKeysWithTheSameNameIsDeterministic() throws {
        let entries = [
            UnusualValues.SharedKey(0): UnusualValues.Point(a: 1, z: 9),
            UnusualValues.SharedKey(2): UnusualValues.Point(a: 2, z: 1),
        ]
        let part = try Self.part(of: ["entries": entries], MemberTree([["entries", "even", "z"]]))
        #expect(part == ["entries": ["even": ["a": 2, "z": 1]]])
    }

    @Test func aValueThatIsEncodedLaterIsWhole() throws {
        struct Outer: Encodable {
            var inner = UnusualValues.Point(a: 1, z: 2)
            var other = 3
        }
        // In the same writer, from the pool.
        for _ in 0..<3 {
            #expect(try Self.part(of: Outer(), MemberTree([["inner", "z"]])) == ["inner": ["z": 2]])
            #expect(try JSONCoding.encode(Outer()).bytes.text == #"{"inner":{"a":1,"z":2},"other":3}"#)
        }
    }

    @Test func anErrorOfANeededMemberIsThrown() throws {
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
        #expect(
            errorMessage { try Self.part(of: Outer(), MemberTree([["broken", "first"]])) }
                == "$.broken.first: it is broken")
        #expect(try Self.part(of: Outer(), MemberTree([["count"]])) == ["count": 1])
    }

}
