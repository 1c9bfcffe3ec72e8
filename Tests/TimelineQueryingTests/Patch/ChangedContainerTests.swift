import TestHarness
import TestSupport
import Testing

import TimelineJSON
@testable import TimelineQuerying

/// The difference of the innermost container that holds all changes is the difference of the whole texts.
struct ChangedContainerTests {
    @Test func theDifferenceIsTheOneOfTheWholeTexts() throws {
        var seed = Seed()
        var inside = 0
        for round in 0..<2_000 {
            let from = JSON.random(depth: 4, using: &seed)
            let to = round % 2 == 0 ? Self.changedOnce(from, using: &seed) : from.changed(using: &seed)
            let (before, after) = (JSON.random(depth: 2, using: &seed), JSON.random(depth: 2, using: &seed))
            let (one, other) = (
                JSONText(["a": before, "b": [from, after]]), JSONText(["a": before, "b": [to, after]])
            )
            for legible in [true, false] {
                let whole = JSONDifference([(JSONPointer(), one, other)], legible: legible)
                #expect(
                    JSONDifference(from: one, to: other, legible: legible) == whole,
                    "\(seed): \(one.value) \(other.value)")
            }
            let container = ChangedContainer(one, other)
            if let container, PatchDraft(container, keepsObjects: true) != nil { inside += 1 }
        }
        #expect(inside > 500, "\(seed)")
    }

    @Test func aTextThatEndsElsewhereIsInTheContainer() throws {
        for (from, to, path) in [
            (#"{"a":{"b":"x\"]}"},"c":[1]}"#, #"{"a":{"b":"x\"]}y"},"c":[1]}"#, "/a"),
            (#"{"a":[[1,2],[3,4]],"c":"}"}"#, #"{"a":[[1,2],[3,45]],"c":"}"}"#, "/a/1"),
            (#"{"a":[{"id":1,"n":1},{"id":2,"n":1}]}"#, #"{"a":[{"id":1,"n":1},{"id":2,"n":22}]}"#, "/a/1"),
            (#"{"a":[1],"b":[1]}"#, #"{"a":[1,1],"b":[1]}"#, "/a"), (#"{"a":[1],"b":[1]}"#, #"{"a":[2],"b":[2]}"#, ""),
            (#"{"a~/b":{"\u00e9":[10]}}"#, #"{"a~/b":{"\u00e9":[100]}}"#, "/a~0~1b/é"),
        ] {
            let container = try #require(ChangedContainer(JSONText(unchecked: from.utf8), JSONText(unchecked: to.utf8)))
            #expect("\(JSONPointer(container.path.map(\.token)))" == path)
        }
        #expect(ChangedContainer(JSONText([1]), JSONText([1])) == nil)
        #expect(ChangedContainer(JSONText(1), JSONText(2)) == nil)
    }

    /// With another value at one place.
    private static func changedOnce(_ value: JSON, using seed: inout Seed) -> JSON {
        switch value {
        case .array(var elements) where !elements.isEmpty:
            let index = elements.indices.randomElement(using: &seed) ?? 0
            elements[index] = changedOnce(elements[index], using: &seed)
            return .array(elements)
        case .object(var object) where !object.isEmpty:
            if let member = object.members.randomElement(using: &seed) {
                object[member.key] = changedOnce(member.value, using: &seed)
            }
            return .object(object)
        default: return .random(depth: 2, using: &seed)
        }
    }
}
