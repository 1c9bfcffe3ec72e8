import Synchronization
import Testing
@testable import TimelineKit
import TimelineTestSupport
@testable import TimelineTool

/// Encoding a state after the one before it, which shares memory with it.
struct SharedTextTests {
    @Test("States in a row have the texts that each has alone, and what did not change is not encoded again")
    func states() throws {
        var seed = Seed()
        let texts = SharedTexts()
        var shelf = Shelf()
        var (alone, sharing) = (0, 0)
        for step in 0..<1500 {
            shelf.change(using: &seed)
            let start = Item.encoded.load(ordering: .relaxed)
            let whole = try JSONCoding.encode(shelf)
            let between = Item.encoded.load(ordering: .relaxed)
            #expect(try JSONCoding.encode(shelf, known: texts) == whole, "\(seed), step \(step)")
            alone += between - start
            sharing += Item.encoded.load(ordering: .relaxed) - between
        }
        #expect(alone > 30_000 && sharing * 30 < alone, "\(sharing) of \(alone)")
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

/// With space between its parts, and parts that not every value has.
private struct Page: Encodable {
    let isNew: Bool
    let item: Item
    let moved: Double?
    var text: String
    let level: Int8?

    init(_ count: Int) {
        (isNew, item, text) = (count % 3 == 0, Item(id: count), "Page \(count) with some words")
        (moved, level) = (count % 2 == 0 ? nil : Double(count), count % 5 == 0 ? nil : Int8(count % 100))
    }
}

private struct Shelf: Encodable {
    var items: [Item] = []
    var pages = (0..<60).map { Page($0) }
    var rows = (0..<40).map { [Item(id: $0)] }
    var groups: [[Item]] = [[], []]
    var byID: [Int: [Item]] = [:]
    var count = 0

    func encode(to encoder: any Encoder) throws {
        var container = encoder.unkeyedContainer()
        try container.encode(items)
        try container.encode(groups)
        try container.encode(pages)
        try container.encode(rows)
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
        case 6: pages.append(Page(count))
        case 7: pages.insert(Page(count), at: .random(in: 0..<3, using: &seed))
        case 8: pages.remove(at: .random(in: 0..<pages.count / 2, using: &seed))
        case 9: for _ in 0..<2 { pages[.random(in: 0..<pages.count, using: &seed)].text += "\n" }
        case 10: rows[.random(in: 0..<rows.count, using: &seed)].append(Item(id: count))
        case 11: rows.append([])
        default: break
        }
    }
}
