internal import TimelineKit

/// A run of any length that a seed repeats, byte for byte: the same on every machine and in every version of Swift.
///
/// About two thirds of the steps change two numbers, of an item and of the whole; a patch of a step takes some 100 bytes.
public struct InventoryRun: Sequence, IteratorProtocol {
    private let count, itemCount: Int
    private var state: InventoryState
    private var random: SeededGenerator
    private var nextID = 1
    private var seq = 0
    private var microseconds = 0
    /// The last step by a person, as the cause of effects.
    private var cause = 0

    private static let words = ["blue", "ceramic", "glass", "lamp", "oak", "round", "steel", "table", "vase", "white"]
    private static let cities = ["Bergen", "Ghent", "Leeds", "Lyon", "Porto", "Turin"]
    private static let notes = ["Fragile.", "Ships in two boxes.", "Sold in pairs only.", "Ask for the other color."]

    /// What an item takes in the text of a state, on average.
    public static let bytesOfItem = 207

    public init(steps count: Int, items: Int, seed: UInt64 = 1) {
        self.count = count
        itemCount = items
        random = SeededGenerator(seed: seed, seconds: 0)
        state = InventoryState()
        for _ in 0..<items { InventoryProgram().reduce(&state, .added(item())) }
    }

    /// The next lines of the file, each with its line feed: the header and the first state, then a step each; nil at the end.
    public mutating func next() -> String? {
        defer { seq += 1 }
        if seq == 0 {
            return """
                {"timeline":1,"session":"inventory","program":"inventory","version":"1.0.0",\
                "started":"2026-11-21T04:31:05Z","segment":1,"platform":{}}
                {"seq":0,"at":0.000000,"state":\(text(state))}

                """
        }
        guard seq <= count else { return nil }
        microseconds += 1 + below(below(10) == 0 ? 1_000_000 : 30_000)
        let action = action()
        InventoryProgram().reduce(&state, action)
        let origin: String
        switch action {
        case .delivered, .added: origin = #""effect","cause":\#(cause)"#
        case .sold where below(3) == 0: origin = #""socket""#
        default:
            origin = #""user""#
            cause = seq
        }
        // An effect has a cause: there is none before the first step by a person.
        let from = cause == 0 ? #""user""# : origin
        return #"{"seq":\#(seq),"at":\#(time),"action":\#(text(action)),"from":\#(from)}"# + "\n"
    }

    private mutating func action() -> InventoryAction {
        let item = state.items[below(state.items.count)]
        switch below(100) {
        case 0..<45 where item.stock >= 8: return .sold(item: item.id, count: 1 + below(4))
        case 0..<65: return .delivered(item: item.id, count: 1 + below(8))
        case 65..<75: return .priced(item: item.id, cents: 100 + below(20_000))
        case 75..<85: return .listed(item: item.id, isListed: !item.isListed)
        case 85..<96:
            let word = Self.words[below(Self.words.count)]
            return .searched(text: String(word.prefix(1 + below(word.count))))
        case 96: return .moved(item: item.id, index: below(state.items.count))
        default: return state.items.count > itemCount ? .removed(item: item.id) : .added(self.item())
        }
    }

    private mutating func item() -> InventoryState.Item {
        defer { nextID += 1 }
        let words = [Self.words[below(5)], Self.words[5 + below(5)]]
        return InventoryState.Item(
            id: nextID, code: "\(4_000_000_000 + below(999_999_999))", name: words.joined(separator: " "),
            isListed: below(4) > 0, note: Self.notes[below(Self.notes.count)], price: 100 + below(20_000),
            shelf: "\(below(40))-\(below(20))", stock: 20 + below(80),
            supplier: .init(city: Self.cities[below(Self.cities.count)], name: "Supplier \(below(30))"), tags: words)
    }

    private var time: String {
        let fraction = String(microseconds % 1_000_000)
        return "\(microseconds / 1_000_000).\(String(repeating: "0", count: 6 - fraction.count))\(fraction)"
    }

    private func text(_ value: some Encodable) -> String {
        do { return String(decoding: try JSONCoding.encode(value).bytes, as: UTF8.self) } catch {
            preconditionFailure("\(value) cannot be encoded: \(error)")
        }
    }

    /// A number from 0. Not `Int.random`, whose numbers another version of Swift may change.
    private mutating func below(_ limit: Int) -> Int { Int(random.next() % UInt64(limit)) }
}
