import Testing
@testable import TimelineKit
@testable import TimelineReplay
import TimelineTestSupport

struct DifferenceTests {
    private func difference(_ from: JSON, _ to: JSON) throws -> String {
        let patch = JSONDifference(from: from, to: to, legible: false).patch
        #expect(try patch.apply(to: from) == to)
        return patch.json.description
    }

    @Test func equalValuesHaveAnEmptyDifference() throws {
        #expect(try difference(["a": 1, "b": [1, 2]], ["b": [1, 2], "a": 1]) == "[]")
        #expect(try difference([JSON.number(JSONNumber(unchecked: "10e-1"))], [1]) == "[]")
    }

    @Test func membersAreComparedByKey() throws {
        let from: JSON = [
            "stays":
                "a text that is much longer than all that changes, goes and comes here, and which stays where it is",
            "goes": 1, "null": .null, "changes": ["deep": true, "x": "y"],
        ]
        let to: JSON = [
            "stays":
                "a text that is much longer than all that changes, goes and comes here, and which stays where it is",
            "comes": .null, "null": .null, "changes": ["deep": false, "x": "y"],
        ]
        #expect(
            try difference(from, to) == """
                [{"op":"remove","path":"/goes"},{"op":"add","path":"/comes","value":null},\
                {"op":"replace","path":"/changes/deep","value":false}]
                """)
    }

    @Test func canonicallyEquivalentKeysAreDifferent() throws {
        #expect(
            try difference(
                ["é": 1, "long": "enough to be left where it is"],
                ["e\u{301}": 1, "long": "enough to be left where it is"])
                == "[{\"op\":\"remove\",\"path\":\"/é\"},{\"op\":\"add\",\"path\":\"/e\u{301}\",\"value\":1}]")
    }

    @Test(arguments: [0, 1, 500, 999, 1000])
    func oneNewElementIsOneOperation(place: Int) throws {
        let from = (0..<1000).map { JSON.number(JSONNumber($0 % 7)) }
        var to = from
        to.insert("new", at: place)
        #expect(
            try difference(.array(from), .array(to)) == "[{\"op\":\"add\",\"path\":\"/\(place)\",\"value\":\"new\"}]")
        #expect(try difference(.array(to), .array(from)) == "[{\"op\":\"remove\",\"path\":\"/\(place)\"}]")
    }

    @Test func changesFarApartInAnArrayKeepTheElementsBetween() throws {
        let from = (0..<300).map { JSON.number(JSONNumber($0)) }
        var to = from
        to.remove(at: 290)
        to.insert("new", at: 10)
        #expect(
            try difference(.array(from), .array(to))
                == #"[{"op":"add","path":"/10","value":"new"},{"op":"remove","path":"/291"}]"#)
    }

    @Test func anElementIsChangedInside() throws {
        let from: JSON = [
            ["text": "one thing", "done": false], ["text": "another", "done": false], ["text": "third", "done": true],
        ]
        let to: JSON = [
            ["text": "one thing", "done": false], ["text": "another", "done": true], ["text": "third", "done": true],
        ]
        #expect(try difference(from, to) == #"[{"op":"replace","path":"/1/done","value":true}]"#)
    }

    private func items(_ ids: [Int]) -> JSON {
        .array(
            ids.map {
                [
                    "id": .number(JSONNumber($0)),
                    "text": .string("the text of item \($0), much longer than what a change of place takes"),
                ]
            })
    }

    @Test func anElementWithAnIdIsMovedOnce() throws {
        let ids = Array(1...9)
        for origin in ids.indices {
            for goal in ids.indices where goal != origin {
                var moved = ids
                moved.insert(moved.remove(at: origin), at: goal)
                let patch = JSONDifference(from: items(ids), to: items(moved), legible: false).patch
                #expect(patch.operations.count == 1)
                #expect(try patch.apply(to: items(ids)) == items(moved))
            }
        }
        #expect(
            try difference(items(ids), items([2, 3, 4, 5, 6, 7, 8, 9, 1]))
                == #"[{"op":"move","from":"/0","path":"/8"}]"#)
    }

    @Test func elementsWithIdsAreRemovedAddedMovedAndChanged() throws {
        let to: JSON = [
            ["id": 4, "text": "the text of item 4, much longer than what a change of place takes"],
            ["id": 7, "text": "new"], ["id": 1, "text": "changed"],
            ["id": 3, "text": "the text of item 3, much longer than what a change of place takes"],
        ]
        #expect(
            try difference(items([1, 2, 3, 4]), to) == """
                [{"op":"remove","path":"/1"},{"op":"move","from":"/2","path":"/0"},\
                {"op":"add","path":"/1","value":{"id":7,"text":"new"}},\
                {"op":"replace","path":"/2/text","value":"changed"}]
                """)
    }

    @Test func duplicateIdsAreIgnored() throws {
        #expect(try difference(items([1, 1, 2]), items([1, 2])) == #"[{"op":"remove","path":"/1"}]"#)
    }

    @Test func aValueIsReplacedWhereItsPatchWouldBeLonger() throws {
        #expect(try difference([1, 2, 3], [4, 5, 6]) == #"[{"op":"replace","path":"","value":[4,5,6]}]"#)
        #expect(
            try difference(
                ["keeps": "a text of some length", "all": ["a": 1, "b": 2, "c": 3]],
                ["keeps": "a text of some length", "all": .object(JSONObject())])
                == #"[{"op":"replace","path":"/all","value":{}}]"#)
    }

    @Test(arguments: [true, false]) func applyingADifferenceGivesTheOtherValue(legible: Bool) throws {
        var seed = Seed()
        for _ in 0..<2_000 {
            let from = JSON.random(depth: 3, using: &seed)
            let near = from.changed(using: &seed)
            for to in [near, near.changed(using: &seed), .random(depth: 3, using: &seed)] {
                let difference = JSONDifference(from: from, to: to, legible: legible)
                let patch = difference.patch
                var state = from
                for change in difference.changes {
                    let old: JSON? =
                        switch change.operation {
                        case .remove(let path), .replace(let path, _): state[path]
                        default: nil
                        }
                    try #require(change.old == old, "\(seed): \(from) to \(to), \(change.operation.json)")
                    state = try JSONPatch([change.operation]).apply(to: state)
                }
                try #require(state == to, "\(seed): \(from) to \(to) by \(patch.json) gave \(state)")
                try #require(try patch.apply(to: from) == to, "\(seed)")
                try #require(patch.isEmpty == (from == to), "\(seed): \(from) to \(to) by \(patch.json)")
                try #require(try JSONPatch(patch.json) == patch, "\(seed)")
            }
        }
    }

    @Test func aLongestRunOfElementsWithIdsStaysInPlace() throws {
        var seed = Seed()
        for _ in 0..<300 {
            let old = (0..<40).shuffled(using: &seed).prefix(.random(in: 0...40, using: &seed))
            let new = (0..<40).shuffled(using: &seed).prefix(.random(in: 0...40, using: &seed))
            let patch = JSONDifference(from: ["all": items(Array(old))], to: ["all": items(Array(new))]).patch
            try #require(
                try patch.apply(to: ["all": items(Array(old))]) == ["all": items(Array(new))],
                "\(seed): \(old) to \(new)")
            let moves = patch.operations.count { if case .move = $0 { true } else { false } }
            // lengths[i]: the length of a longest increasing run that ends with element i.
            let kept = old.filter(new.contains).compactMap(new.firstIndex)
            var lengths: [Int] = []
            for (index, goal) in kept.enumerated() {
                lengths.append(1 + (zip(kept[..<index], lengths).filter { $0.0 < goal }.map(\.1).max() ?? 0))
            }
            let isReplaced = patch.operations.contains { if case .replace = $0 { true } else { false } }
            try #require(isReplaced || moves == kept.count - (lengths.max() ?? 0), "\(seed): \(old) to \(new)")
        }
    }

    @Test func elementsWithIdsHaveTheIndicesOfBothArrays() throws {
        var seed = Seed()
        var moves = 0
        for _ in 0..<300 {
            let old = Array((0..<12).shuffled(using: &seed).prefix(.random(in: 0...12, using: &seed)))
            let new = Array((0..<12).shuffled(using: &seed).prefix(.random(in: 0...12, using: &seed)))
            for change in JSONDifference(from: ["all": items(old)], to: ["all": items(new)]).changes {
                switch change.operation {
                case .add(_, let value):
                    let index = try #require(change.newIndex)
                    #expect(items([new[index]]) == [value], "\(seed): \(old) to \(new)")
                    #expect(change.oldIndex == nil)
                case .move:
                    moves += 1
                    let (from, to) = (try #require(change.oldIndex), try #require(change.newIndex))
                    #expect(old[from] == new[to], "\(seed): \(old) to \(new)")
                default: #expect(change.oldIndex == nil && change.newIndex == nil)
                }
            }
        }
        #expect(moves > 100, "\(seed)")
    }
}
