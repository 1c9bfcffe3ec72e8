internal import TimelineKit

struct PlacedItems<Item: Identifiable> {
    private let items: [[Item]]
    let ids: [[OccurrenceID<Item.ID>]]
    let places: [OccurrenceID<Item.ID>: ListPosition]

    init(_ items: [[Item]]) {
        self.items = items
        var rest = OccurrenceID.list(of: items.joined().map(\.id))[...]
        var ids: [[OccurrenceID<Item.ID>]] = []
        var places = [OccurrenceID<Item.ID>: ListPosition](minimumCapacity: rest.count)
        for (section, items) in items.enumerated() {
            ids.append(Array(rest.prefix(items.count)))
            rest = rest.dropFirst(items.count)
            for (item, id) in ids[section].enumerated() { places[id] = ListPosition(section: section, item: item) }
        }
        (self.ids, self.places) = (ids, places)
    }

    subscript(position: ListPosition) -> Item { items[position.section][position.item] }

    /// `new` has as many sections. Deletions from the end, then insertions and moves by their new position, then updates.
    func changes(to new: PlacedItems) -> [ListChange<ListPosition>] where Item: Equatable {
        var deletions: [ListChange<ListPosition>] = []
        var arrivals: [ListChange<ListPosition>] = []
        var updates: [ListChange<ListPosition>] = []
        for (section, ids) in ids.enumerated().reversed() {
            for (item, id) in ids.enumerated().reversed() where new.places[id] == nil {
                deletions.append(.delete(at: ListPosition(section: section, item: item)))
            }
        }
        for (section, newIDs) in new.ids.enumerated() {
            // The new indices of the items that stay in the section, in the old order.
            let staying = ids[section].compactMap { id in
                new.places[id].flatMap { $0.section == section ? $0.item : nil }
            }
            var isUnmoved = [Bool](repeating: false, count: newIDs.count)
            for item in staying.longestIncreasingSubsequence() { isUnmoved[item] = true }
            for (item, id) in newIDs.enumerated() {
                let position = ListPosition(section: section, item: item)
                guard let origin = places[id] else {
                    arrivals.append(.insert(at: position))
                    continue
                }
                if !isUnmoved[item] { arrivals.append(.move(from: origin, to: position)) }
                if self[origin] != new[position] { updates.append(.update(at: position)) }
            }
        }
        return deletions + arrivals + updates
    }
}

/// An id, and how many elements before it have the same one: unique, also where ids are not.
struct OccurrenceID<ID: Hashable>: Hashable {
    let id: ID
    let before: Int

    static func list(of ids: [ID]) -> [OccurrenceID] {
        var counts = [ID: Int](minimumCapacity: ids.count)
        return ids.map { id in
            defer { counts[id, default: 0] += 1 }
            return OccurrenceID(id: id, before: counts[id, default: 0])
        }
    }
}
