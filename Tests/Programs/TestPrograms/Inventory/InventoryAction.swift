/// What happens in the shop. Items are named by their ids.
public enum InventoryAction: Codable, Equatable, Sendable {
    case sold(item: Int, count: Int)
    case delivered(item: Int, count: Int)
    case priced(item: Int, cents: Int)
    case listed(item: Int, isListed: Bool)
    case searched(text: String)
    /// An item is dragged to an index of the list.
    case moved(item: Int, index: Int)
    case added(InventoryState.Item)
    case removed(item: Int)
}
