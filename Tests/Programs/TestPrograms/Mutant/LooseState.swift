import Foundation

/// Items are equal if their identifiers are. With `SHOUT` in the environment, other titles are written.
public struct LooseState: CaseState {
    public struct Item: Codable, Hashable, Sendable {
        var id: Int
        var title: String

        public static func == (one: Item, other: Item) -> Bool { one.id == other.id }
        public func hash(into hasher: inout Hasher) { hasher.combine(id) }
    }

    public enum Action: Codable, Sendable { case add(id: Int, title: String), rename(id: Int, title: String), tap }

    public static let program = "loose"
    private static let shouts = ProcessInfo.processInfo.environment["SHOUT"] != nil
    var items: [Item] = []
    var set: Set<Item> = []
    var n = 0

    public init() {}

    public mutating func reduce(_ action: Action) {
        switch action {
        case .add(let id, let title):
            items.append(Item(id: id, title: title))
            set.insert(Item(id: id, title: title))
        case .rename(let id, let title):
            for index in items.indices where items[index].id == id {
                items[index].title = Self.shouts ? title.uppercased() : title
            }
        case .tap: n += 1
        }
    }
}
