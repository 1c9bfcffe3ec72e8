internal import TimelineJSON

extension JSON {
    /// The places at which two values differ, field by field: members by their keys, and elements by their indices where
    /// both lists have as many. Costs one walk over both values.
    func differingPlaces(from other: JSON) -> [JSONPointer] {
        var places: [JSONPointer] = []
        collectDifferingPlaces(from: other, at: JSONPointer(), &places)
        return places
    }

    private func collectDifferingPlaces(from other: JSON, at place: JSONPointer, _ places: inout [JSONPointer]) {
        switch (self, other) {
        case (.object(let own), .object(let others)):
            for member in own.members {
                if let value = others[member.key] {
                    member.value.collectDifferingPlaces(from: value, at: place.appending(member.key), &places)
                } else {
                    places.append(place.appending(member.key))
                }
            }
            for member in others.members where own[member.key] == nil { places.append(place.appending(member.key)) }
        case (.array(let own), .array(let others)) where own.count == others.count:
            for index in own.indices {
                own[index].collectDifferingPlaces(from: others[index], at: place.appending(index), &places)
            }
        default:
            if self != other { places.append(place) }
        }
    }
}
