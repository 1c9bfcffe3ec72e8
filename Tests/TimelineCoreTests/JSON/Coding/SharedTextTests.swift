import Synchronization
import Testing
@testable import TimelineKit
@testable import TimelineReplay
import TimelineTestSupport

/// Encoding a state after the one before it, which shares memory with it.
struct SharedTextTests {
    @Test("States in a row have the texts that each has alone, and what did not change is not encoded again")
    func states() throws {
        var seed = Seed()
        let texts = SharedTexts()
        var shelf = Shelf()
        var (alone, sharing) = (0, 0)
        for step in 0..<3000 {
            shelf.change(using: &seed)
            let start = Item.encoded.load(ordering: .relaxed)
            let whole = try JSONCoding.encode(shelf)
            let between = Item.encoded.load(ordering: .relaxed)
            #expect(try JSONCoding.encode(shelf, known: texts) == whole, "\(seed), step \(step)")
            alone += between - start
            sharing += Item.encoded.load(ordering: .relaxed) - between
        }
        #expect(alone > 30_000 && sharing * 4 < alone, "\(sharing) of \(alone)")
    }

    @Test("Types that encode themselves in uncommon ways have the same text")
    func unusual() throws {
        var seed = Seed()
        for _ in 0..<100 {
            let value = UnusualValues.random(using: &seed)
            let texts = SharedTexts()
            for _ in 0..<2 { #expect(try JSONCoding.encode(value, known: texts) == JSONCoding.encode(value)) }
        }
    }

    @Test("An array that fits at one depth is refused where one more level is too many")
    func depth() throws {
        var values = [Nested(values: [])]
        while (try? JSONCoding.encode([Nested(values: values)])) != nil { values = [Nested(values: values)] }
        let texts = SharedTexts()
        let text = try JSONCoding.encode(values, known: texts)
        #expect(text.count > 64)
        #expect(throws: JSONCodingError.self) { try JSONCoding.encode([[values]], known: texts) }
    }
}

private struct Item: Encodable {
    static let encoded = Atomic(0)
    let id: Int
    var title = "a title of some length"
    var tags: Set<String> = ["one", "two"]

    private enum Keys: CodingKey { case id, title, tags }

    func encode(to encoder: any Encoder) throws {
        Self.encoded.add(1, ordering: .relaxed)
        var container = encoder.container(keyedBy: Keys.self)
        try container.encode(title, forKey: .title)
        try container.encode(id, forKey: .id)
        try container.encode(tags, forKey: .tags)
    }
}

private struct Shelf: Encodable {
    var items: [Item] = []
    var groups: [[Item]] = [[], []]
    var byID: [Int: [Item]] = [:]
    var count = 0

    private enum Keys: CodingKey { case items, groups, byID, count, odd }

    /// Also a collection that lives no longer than the call, whose memory the next step's has.
    func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: Keys.self)
        try container.encode(items, forKey: .items)
        try container.encode(groups, forKey: .groups)
        try container.encode(byID, forKey: .byID)
        try container.encode(count, forKey: .count)
        try container.encode((0..<8).map { "\(($0 + count) % 10), and more" }, forKey: .odd)
    }

    mutating func change(using seed: inout Seed) {
        count += 1
        let item = Item(id: count)
        switch Int.random(in: 0..<30, using: &seed) {
        case 0: items.append(item)
        case 1: if !items.isEmpty { items.removeFirst() }
        case 2: if let index = items.indices.randomElement(using: &seed) { items[index].title = "\(count)" }
        case 3: if let index = items.indices.randomElement(using: &seed) { items[index].tags.insert("\(count % 7)") }
        case 4: groups[count % 2].append(item)
        case 5: byID[count % 5, default: []].append(item)
        case 6: byID[count % 5] = nil
        case 7: groups.swapAt(0, 1)
        case 8: groups[0] = items
        default: break
        }
    }
}

private struct Nested: Encodable {
    let values: [Nested]

    func encode(to encoder: any Encoder) throws {
        var container = encoder.unkeyedContainer()
        try container.encode(values)
    }
}
