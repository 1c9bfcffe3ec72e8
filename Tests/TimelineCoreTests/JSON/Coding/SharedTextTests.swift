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
        indirect enum Nested: Encodable { case one([Nested]) }
        var values: [Nested] = [.one([])]
        while (try? JSONCoding.encode([Nested.one(values)])) != nil { values = [.one(values)] }
        let texts = SharedTexts()
        #expect(try JSONCoding.encode(values, known: texts).count > 64)
        #expect(throws: JSONCodingError.self) { try JSONCoding.encode([Nested.one(values)], known: texts) }
    }
}

private struct Item: Encodable {
    static let encoded = Atomic(0)
    let id: Int
    var tags: Set<String> = ["one", "two"]

    func encode(to encoder: any Encoder) throws {
        Self.encoded.add(1, ordering: .relaxed)
        var container = encoder.unkeyedContainer()
        try container.encode(id)
        try container.encode(tags)
    }
}

private struct Shelf: Encodable {
    var items: [Item] = []
    var groups: [[Item]] = [[], []]
    var byID: [Int: [Item]] = [:]
    var count = 0

    func encode(to encoder: any Encoder) throws {
        var container = encoder.unkeyedContainer()
        try container.encode(items)
        try container.encode(groups)
        try container.encode(byID)
        // It lives no longer than the call: that of the next step has its memory.
        try container.encode((0..<8).map { "\(($0 + count) % 10), and more" })
    }

    mutating func change(using seed: inout Seed) {
        count += 1
        switch Int.random(in: 0..<30, using: &seed) {
        case 0...1: items.append(Item(id: count))
        case 2: if let index = items.indices.randomElement(using: &seed) { items[index].tags.insert("\(count % 7)") }
        case 3: groups[count % 2].append(Item(id: count))
        case 4: byID[count % 5, default: []].append(Item(id: count))
        case 5: groups[0] = items
        default: break
        }
    }
}
