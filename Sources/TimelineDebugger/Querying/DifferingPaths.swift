package import TimelineKit
package import TimelineReplay

extension StatePath {
    package func differingPaths(_ one: JSON, _ other: JSON) throws -> [String] {
        try differingPlaces(one, other).map(\.path.pathDescription)
    }

    fileprivate func differingPlaces(_ one: JSON, _ other: JSON) throws -> [PathChange.Place] {
        PathChange.Place.places(from: try nodes(in: one), to: try nodes(in: other))
    }
}

extension JSONCondition {
    /// Of arrays and objects a condition reads only how many elements they have, unless it gives another result.
    package func differingPaths(_ one: JSON, _ other: JSON) throws -> [String] {
        let places = try paths.flatMap { try $0.differingPlaces(one, other) }
        let read = places.filter { place in
            switch (place.before, place.after) {
            case (.array(let old)?, .array(let new)?): old.count != new.count
            case (.object(let old)?, .object(let new)?): old.count != new.count
            default: true
            }
        }
        if read.isEmpty, try holds(for: one) == holds(for: other) { return [] }
        return (read.isEmpty ? places : read).map(\.path.pathDescription)
    }
}
