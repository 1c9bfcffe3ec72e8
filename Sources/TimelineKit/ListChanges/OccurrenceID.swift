/// The id of an element of a list, and how many elements before it have the same: unique, also where ids are not.
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
