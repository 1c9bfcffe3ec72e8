/// What a shop has in stock: a list of items with several members each, of any length.
public struct InventoryState: Codable, Equatable, Sendable {
    public struct Item: Codable, Equatable, Sendable {
        public var id: Int
        public var code: String
        public var name: String
        public var isListed: Bool
        public var note: String
        /// In cents.
        public var price: Int
        public var shelf: String
        public var stock: Int
        public var supplier: Supplier
        public var tags: [String]
    }

    public struct Supplier: Codable, Equatable, Sendable {
        public var city: String
        public var name: String
    }

    public var items: [Item] = []
    public var search = ""
    /// The pieces of all items.
    public var total = 0
}
