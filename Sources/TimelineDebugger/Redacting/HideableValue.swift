internal import TimelineKit
internal import TimelineReplay

/// A value, or the names of an object as an array.
struct HideableValue {
    let place: JSONLocation
    let value: JSON

    /// How many texts and numbers it holds.
    var count: Int { Self.count(value) }

    private static func count(_ value: JSON) -> Int {
        switch value {
        case .number: 1
        case .string(let text): text.isEmpty ? 0 : 1
        case .array(let names): names.count { count($0) > 0 }
        case .null, .bool, .object: 0
        }
    }

    /// Nil if there are no names.
    static func all(in node: JSONPath.Node, names: Bool) -> [HideableValue]? {
        if !names { return values(in: node.value, at: node.path) }
        let names = node.value.object.map { JSON.array($0.members.map { .string($0.key) }) }
        return names.map { [HideableValue(place: node.path, value: $0)] }
    }

    private static func values(in value: JSON, at place: JSONLocation) -> [HideableValue] {
        switch value {
        case .array(let elements): elements.enumerated().flatMap { values(in: $1, at: place.appending(.index($0))) }
        case .object(let object): object.members.flatMap { values(in: $0.value, at: place.appending(.name($0.key))) }
        default: [HideableValue(place: place, value: value)]
        }
    }
}
