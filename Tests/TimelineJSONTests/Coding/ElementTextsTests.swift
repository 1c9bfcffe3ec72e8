import TestHarness
import TestSupport
import Testing

@testable import TimelineJSON

/// Encoding with the texts of elements that are the same as before.
struct ElementTextsTests {
    private struct State: Encodable {
        var samples: [Sample]
        var tables: [[Row]]
    }

    private struct Row: Encodable {
        var name: String
        var age: Int
        var height: Double?
    }

    @Test func theTextIsTheSameWithEarlierTextsOfElements() throws {
        var seed = Seed()
        for _ in 0..<2 {
            let texts = ElementTexts()
            var state = State(
                samples: (0..<12).map { _ in .random(depth: 0, using: &seed) },
                tables: (0..<9).map { count in (0..<count * 3).map { Self.row($0) } })
            var earlier: [State] = []
            for step in 0..<40 {
                earlier.append(state)
                Self.change(&state, step, using: &seed)
                if step % 12 == 11 { state = earlier.randomElement(using: &seed)! }
                #expect(try JSONCoding.encode(state, reusing: texts) == JSONCoding.encode(state), "\(seed), \(step)")
            }
        }
    }

    @Test func elementsThatAreTheSameAreNotEncodedAgain() throws {
        let texts = ElementTexts()
        var items = (0..<100).map { Item(id: $0, counter: Item.Counter()) }
        _ = try JSONCoding.encode(items, reusing: texts)
        let counts = { items.map(\.counter.encoded) }
        #expect(counts() == Array(repeating: 1, count: 100))
        items[50].id = -1
        _ = try JSONCoding.encode(items, reusing: texts)
        #expect(counts().enumerated().filter { $1 > 1 }.map(\.offset) == [50])
        items.remove(at: 20)
        items.insert(Item(id: 7, counter: Item.Counter()), at: 3)
        _ = try JSONCoding.encode(items, reusing: texts)
        #expect(try JSONCoding.encode(items, reusing: texts).value.array?.count == 100)
        #expect(counts().filter { $0 == 1 }.count == 82)
    }

    @Test func anErrorOfAnElementDoesNotHarmTheNextText() throws {
        let texts = ElementTexts()
        var items = (0..<20).map { Item(id: $0, counter: Item.Counter()) }
        _ = try JSONCoding.encode(items, reusing: texts)
        items[10].fails = true
        #expect(throws: JSONCodingError.self) { try JSONCoding.encode(items, reusing: texts) }
        items[10].fails = false
        items[11].id = 40
        #expect(try JSONCoding.encode(items, reusing: texts) == JSONCoding.encode(items))
    }

    private static func change(_ state: inout State, _ step: Int, using seed: inout Seed) {
        let place = state.samples.indices.randomElement(using: &seed)!
        switch Int.random(in: 0..<6, using: &seed) {
        case 0: state.samples[place].text = "\(step)"
        case 1: state.samples.insert(.random(depth: 0, using: &seed), at: place)
        case 2 where state.samples.count > 9: state.samples.remove(at: place)
        case 3: state.samples.swapAt(0, place)
        case 4: state.tables.swapAt(1, Int.random(in: 2..<9, using: &seed))
        case 5:
            let table = Int.random(in: 1..<9, using: &seed)
            state.tables[table].append(row(step))
            state.tables[table].removeFirst()
        default: break
        }
    }

    private static func row(_ number: Int) -> Row {
        Row(name: "a name that needs memory \(number)", age: number, height: number % 2 == 0 ? nil : 1.5)
    }
}

private struct Item: Encodable {
    final class Counter {
        var encoded = 0
    }

    struct Failure: Error {}

    var id: Int
    let counter: Counter
    var fails = false

    enum CodingKeys: CodingKey { case id }

    func encode(to encoder: any Encoder) throws {
        counter.encoded += 1
        if fails { throw Failure() }
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(id, forKey: .id)
    }
}
