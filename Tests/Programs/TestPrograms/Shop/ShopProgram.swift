public import Foundation
public import TimelineKit

/// A shop with three bugs, each of which can be fixed.
public struct ShopProgram: Program {
    public enum Bug: String, CaseIterable, Sendable {
        /// An undo brings back the quantities, and leaves the total.
        case undoLeavesTotal
        /// A product that is withdrawn stays a favorite.
        case withdrawnStaysFavorite
        /// A payment that fails never ends.
        case failedPaymentGoesOn
    }

    public let name = "shop"
    public let version = "1.0.0"
    public let initialState = Shop(catalog: Self.catalog)
    public let invariants = [
        Invariant<Shop>("the total is the sum of the prices") { shop in
            shop.cart.total == shop.cart.quantities.reduce(0) { $0 + (shop.catalog[$1.key]?.price ?? 0) * $1.value }
        },
        Invariant<Shop>("every favorite is in the catalog") { shop in
            shop.favorites.allSatisfy { shop.catalog[$0] != nil }
        },
    ]

    private let bugs: Set<Bug>

    public init(bugs: Set<Bug> = Set(Bug.allCases)) { self.bugs = bugs }

    /// Forty products, the same in every process.
    public static let catalog: [UUID: Shop.Product] = Dictionary(
        uniqueKeysWithValues: (0..<40).map { number in
            let category = Shop.Category.allCases[number % Shop.Category.allCases.count]
            return (product(number), Shop.Product(category: category, price: 199 + 50 * number))
        })

    public static func product(_ number: Int) -> UUID {
        UUID(uuid: (0, 0, 0, 0, 0, 0, 0x40, 0, 0x80, 0, 0, 0, 0, 0, 0, UInt8(number)))
    }

    public func reduce(_ shop: inout Shop, _ action: ShopAction) {
        switch action {
        case .added(let product):
            guard let price = shop.catalog[product]?.price else { return }
            shop.undo.append(shop.cart)
            shop.cart.quantities[product, default: 0] += 1
            shop.cart.total += price
        case .removed(let product):
            guard let quantity = shop.cart.quantities[product] else { return }
            shop.undo.append(shop.cart)
            shop.cart.quantities[product] = nil
            shop.cart.total -= quantity * (shop.catalog[product]?.price ?? 0)
        case .undoTapped:
            guard let cart = shop.undo.popLast() else { return }
            shop.cart.quantities = cart.quantities
            if !bugs.contains(.undoLeavesTotal) { shop.cart.total = cart.total }
        case .favoriteToggled(let product):
            if shop.favorites.remove(product) == nil, shop.catalog[product] != nil { shop.favorites.insert(product) }
        case .withdrawn(let product):
            reduce(&shop, .removed(product))
            shop.undo = []
            shop.catalog[product] = nil
            if !bugs.contains(.withdrawnStaysFavorite) { shop.favorites.remove(product) }
        case .payTapped:
            shop.isPaying = !shop.cart.quantities.isEmpty
            shop.error = nil
        case .paymentSucceeded:
            for (product, quantity) in shop.cart.quantities {
                if let category = shop.catalog[product]?.category { shop.sold[category, default: 0] += quantity }
            }
            shop.cart = Shop.Cart()
            shop.undo = []
            shop.isPaying = false
        case .paymentFailed(let reason):
            shop.error = reason
            if !bugs.contains(.failedPaymentGoesOn) { shop.isPaying = false }
        }
    }
}
