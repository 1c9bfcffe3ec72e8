internal import TimelineKit
internal import TimelineReplay

/// A value, or the names of an object as an array.
struct HideableValue {
    let place: JSONLocation
    let value: JSON

    /// How many texts and numbers it holds.
    var count: Int {
        switch value {
        case .number: 1
        case .string(let text): text.isEmpty ? 0 : 1
        case .array(let names): names.count { $0 != "" }
        case .null, .bool, .object: 0
        }
    }

    /// Nil if there are no names.
    static func all(in node: JSONPath.Node, names: Bool) -> [HideableValue]? {
        if !names {
            return node.value.values(at: node.path).compactMap { place, value in
                value.isContainer ? nil : HideableValue(place: place, value: value)
            }
        }
        let names = node.value.object.map { JSON.array($0.members.map { .string($0.key) }) }
        return names.map { [HideableValue(place: node.path, value: $0)] }
    }
}
