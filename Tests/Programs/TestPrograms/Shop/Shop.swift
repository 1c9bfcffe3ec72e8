public import Foundation

/// The state of a shop: a set, dictionaries whose keys are no strings, and a way back.
public struct Shop: Codable, Equatable, Sendable {
    public enum Category: String, Codable, CaseIterable, Sendable {
        case books, games, music
    }

    public struct Product: Codable, Equatable, Sendable {
        public var category: Category
        /// In cents.
        public var price: Int
    }

    /// What an undo brings back.
    public struct Cart: Codable, Equatable, Sendable {
        public var quantities: [UUID: Int] = [:]
        /// The sum of the prices, in cents.
        public var total = 0
    }

    public var catalog: [UUID: Product]
    public var cart = Cart()
    /// The carts before each change, the latest last.
    public var undo: [Cart] = []
    public var favorites: Set<UUID> = []
    /// How many were sold of each category.
    public var sold: [Category: Int] = [:]
    public var isPaying = false
    public var error: String?
}
