import Foundation
import TimelineKit

enum Kind: String, Codable, CaseIterable { case book, film, game, map, record, toy }

indirect enum CatalogTree: Codable, Equatable, Sendable {
    case leaf
    case node(CatalogTree)
}

struct Catalog: Codable, Equatable, Sendable {
    var ids: Set<UUID> = []
    var prices: [UUID: Double] = [:]
    var counts: [Kind: Int] = [:]
    var shelves: Set<Set<Kind>> = []
    var owners: [Set<Int>: [String: Set<UUID>]] = [:]
    var tree: CatalogTree?
}

enum CatalogAction: Codable, Sendable {
    case added(Int)
    case looked
    case nested(Int)
}

struct CatalogProgram: Program {
    let name = "catalog"
    let version = "1"
    let initialState = Catalog()

    func reduce(_ state: inout Catalog, _ action: CatalogAction) {
        if case .nested(let levels) = action { for _ in 0..<levels { state.tree = .node(state.tree ?? .leaf) } }
        guard case .added(let number) = action else { return }
        let digits = String(number * 7_919 % 1_000_000)
        let id = UUID(
            uuidString: "0C8B1A52-7A35-4B6B-9F0E-" + String(repeating: "0", count: 12 - digits.count) + digits)!
        let kind = Kind.allCases[number % Kind.allCases.count]
        state.ids.insert(id)
        state.prices[id] = Double(number) / 4
        state.counts[kind, default: 0] += 1
        state.shelves.insert([kind, Kind.allCases[number / 2 % Kind.allCases.count]])
        state.owners[[number % 5, 10], default: [:]]["owner \(number % 3)", default: []].insert(id)
    }
}
