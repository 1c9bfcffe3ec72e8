import Foundation
import Testing
import TimelineReplay
import TimelineTestSupport

@testable import TimelineKit

/// Equal values have equal bytes, regardless of the order of their hashes.
struct CanonicalCodingTests {
    private enum Kind: String, Codable, CaseIterable { case alpha, beta, gamma, delta, epsilon, zeta }

    private enum Suit: String, Codable, CaseIterable, CodingKeyRepresentable, CodingKey {
        case clubs, diamonds, hearts, spades
    }

    /// Different keys with one coding key.
    private struct Folded: Hashable, Codable, CodingKeyRepresentable {
        var text: String
        var codingKey: any CodingKey { text.lowercased().codingKey }

        init(_ text: String) { self.text = text }
        init?(codingKey: some CodingKey) { text = codingKey.stringValue }
    }

    private func text(_ value: some Encodable) throws -> String { try JSONCoding.encode(value).bytes.text }

    /// The texts of one value, which is made three times with hash tables of different sizes.
    private func texts<Value: Encodable>(_ make: (_ capacity: Int) -> Value) throws -> Set<String> {
        try Set([0, 64, 1000].map { try text(make($0)) })
    }

    private func set<Element>(_ elements: some Sequence<Element>, _ capacity: Int) -> Set<Element> {
        var set = Set<Element>(minimumCapacity: capacity)
        for element in elements { set.insert(element) }
        return set
    }

    private func dictionary<Key, Value>(_ pairs: some Sequence<(Key, Value)>, _ capacity: Int) -> [Key: Value] {
        var dictionary = [Key: Value](minimumCapacity: capacity)
        for (key, value) in pairs { dictionary[key] = value }
        return dictionary
    }

    @Test func aSetIsSortedByTheBytesOfItsElements() throws {
        #expect(
            try texts { set(["b", "a", "é", "B", "a\"", "", "a\n", "aaaaaaaaab", "aaaaaaaaaa"], $0) }
                == [#"["","B","a","a\"","a\n","aaaaaaaaaa","aaaaaaaaab","b","é"]"#])
        #expect(try texts { set(-2...11, $0) } == ["[-1,-2,0,1,10,11,2,3,4,5,6,7,8,9]"])
        #expect(try texts { set([.nan, .infinity, 1.5, -0.25], $0) } == [#"["Infinity","NaN",-0.25,1.5]"#])
        #expect(try texts { set([1], $0) } == ["[1]"])
        #expect(try text(Set<Int>()) == "[]")
    }

    @Test func aDictionaryThatIsAnArrayIsSortedByItsKeysWhichKeepTheirValues() throws {
        let kinds = Kind.allCases.enumerated().map { ($1, $0) }
        #expect(
            try texts { dictionary(kinds, $0) } == [
                #"["alpha",0,"beta",1,"delta",3,"epsilon",4,"gamma",2,"zeta",5]"#
            ])
        #expect(
            try texts { dictionary((1...12).map { (Double($0) / 2, "\($0)") }, $0) } == [
                #"[0.5,"1",1,"2",1.5,"3",2,"4",2.5,"5",3,"6",3.5,"7",4,"8",4.5,"9",5,"10",5.5,"11",6,"12"]"#
            ])
        #expect(try text([Kind: Int]()) == "[]")
    }

    @Test func aDictionaryThatIsAnObjectKeepsItsForm() throws {
        #expect(
            try texts { dictionary((1...11).map { ($0, $0) }, $0) } == [
                #"{"1":1,"10":10,"11":11,"2":2,"3":3,"4":4,"5":5,"6":6,"7":7,"8":8,"9":9}"#
            ])
        #expect(
            try texts { dictionary(Suit.allCases.map { ($0, [$0]) }, $0) } == [
                #"{"clubs":["clubs"],"diamonds":["diamonds"],"hearts":["hearts"],"spades":["spades"]}"#
            ])
    }

    @Test func theChoiceAmongKeysWithTheSameCodingKeyIsDeterministic() throws {
        let keys = ["aa", "aA", "Aa", "AA", "b", "B"]
        #expect(try texts { dictionary(keys.enumerated().map { (Folded($1), $0) }, $0) } == [#"{"aa":3,"b":5}"#])
    }

    @Test func nestedCollectionsAreSortedFromTheInsideOut() throws {
        #expect(
            try texts { set([set([3, 1], $0), set([2, 1], $0), set([], $0), set([10, 1], $0)], $0) } == [
                "[[1,10],[1,2],[1,3],[]]"
            ])
        #expect(
            try texts { set([dictionary([(true, 1), (false, 2)], $0), dictionary([(true, 0)], $0)], $0) } == [
                "[[false,2,true,1],[true,0]]"
            ])
        #expect(
            try texts { capacity in
                dictionary(["b", "a"].map { ([$0], [1: set([Kind.beta, .alpha], capacity)]) }, capacity)
            } == [#"[["a"],{"1":["alpha","beta"]},["b"],{"1":["alpha","beta"]}]"#])
        #expect(
            try texts { [Optional(["x": [nil, Boxed(set(["b", "c", "a"], $0))]])] } == [
                #"[{"x":[null,["a","b","c"]]}]"#
            ])
    }

    /// A container that stays open while another is written to moves to its own writer.
    @Test func setsInContainersThatAreOpenAtTheSameTimeAreSorted() throws {
        struct Late: Encodable {
            let sets: [Set<Int>]

            func encode(to encoder: any Encoder) throws {
                var list = encoder.unkeyedContainer()
                var one = list.nestedContainer(keyedBy: Suit.self)
                var other = list.nestedUnkeyedContainer()
                for (suit, set) in zip(Suit.allCases, sets) {
                    try one.encode(set, forKey: suit)
                    try other.encode([set, [0]] as Set)
                    try list.encode(set)
                }
            }
        }
        #expect(
            try texts { Late(sets: [set([2, 1], $0), set([4, 3], $0)]) } == [
                #"[{"clubs":[1,2],"diamonds":[3,4]},[[[0],[1,2]],[[0],[3,4]]],[1,2],[3,4]]"#
            ])
    }

    /// An element may throw, and the caller may catch that and drop the collection.
    @Test func aSetThatIsDroppedLeavesNothing() throws {
        struct Failing: Encodable, Hashable {
            let number: Int
            func encode(to encoder: any Encoder) throws {
                if number == 3 { throw CancellationError() }
                try number.encode(to: encoder)
            }
        }
        struct Trying: Encodable {
            func encode(to encoder: any Encoder) throws {
                var list = encoder.unkeyedContainer()
                try? list.encode(Set((1...3).map(Failing.init)))
                try list.encode(Set((4...6).map(Failing.init)))
            }
        }
        #expect(try text([Trying(), Trying()]) == "[[[4,5,6]],[[4,5,6]]]")
    }

    @Test func aSetThatIsNestedTooDeepIsRefused() throws {
        struct Deep: Encodable, Hashable {
            let depth: Int
            func encode(to encoder: any Encoder) throws {
                var list = encoder.unkeyedContainer()
                for _ in 1..<depth { list = list.nestedUnkeyedContainer() }
            }
        }
        #expect(try text(Set([Deep(depth: 126), Deep(depth: 1)])).utf8.count == 2 * 127 + 3)
        #expect(
            errorMessage { try JSONCoding.encode(Set([Deep(depth: 300)])) }
                == "$[0]: its values are nested more than 127 deep")
    }

    /// More types than one value of an app has.
    @Test func eachOfManyTypesKeepsItsForm() throws {
        func texts<Value: Codable & Hashable>(_ value: Value, depth: Int) throws -> [String] {
            guard depth > 0 else { return [] }
            let three = try [text([value]), text(Set([value])), text([value: Kind.beta])]
            return three + (try texts(Boxed(value), depth: depth - 1))
        }
        let expected = Array(repeatElement(["[[1]]", "[[1]]", #"[[1],"beta"]"#], count: 40).joined())
        for _ in 1...2 { #expect(try texts([1], depth: 40) == expected) }
    }

    @Test func generatedValuesHaveOneTextAndAreReadBack() throws {
        var seed = Seed()
        for _ in 0..<Harness.count(small: 50, full: 5_000) {
            let sample = Sample.random(depth: 1, using: &seed)
            var other = sample
            other.byShape = dictionary(sample.byShape.shuffled(using: &seed), 500)
            other.bySuit = dictionary(sample.bySuit.shuffled(using: &seed), 500)
            other.numbersSeen = set(sample.numbersSeen.shuffled(using: &seed), 500)
            try #require(try text(sample) == text(other), "\(seed)")
            try #require(try JSONCoding.decode(Sample.self, from: text(sample).utf8) == sample, "\(seed)")
        }
    }

    @Test func entriesOfValuesAreSortedAsAnEncoderSortsThem() throws {
        var seed = Seed()
        for _ in 0..<Harness.count(small: 50, full: 5_000) {
            let sample = Sample.random(depth: 1, using: &seed)
            for (text, perEntry) in try [(text(sample.byShape), 2), (text(sample.numbersSeen), 1)] {
                let elements = try #require(JSON(parsing: text.utf8).array)
                let entries = stride(from: 0, to: elements.count, by: perEntry)
                    .map { elements[$0..<$0 + perEntry] }.shuffled(using: &seed)
                let sorted = Array(entries.joined()).sortedEntries(elementsPerEntry: perEntry)
                try #require(JSON.array(sorted).description == text, "\(seed)")
            }
        }
    }
}
