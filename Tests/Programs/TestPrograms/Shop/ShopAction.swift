public import Foundation

public enum ShopAction: Codable, Equatable, Sendable {
    case added(UUID)
    case removed(UUID)
    case undoTapped
    case favoriteToggled(UUID)
    case withdrawn(UUID)
    case payTapped
    case paymentSucceeded
    case paymentFailed(reason: String)
}
