internal import TimelineJSON
internal import TimelineKit

extension HiddenPaths {
    /// The selected locations, in order, of values and names for which `isHidden` returns false.
    ///
    /// A location never shows a name that should be hidden: the location of the enclosing object is returned instead.
    ///
    /// - Parameters:
    ///   - met: Called for each node that a path selects, with the index of the path.
    ///   - mayShow: Whether a location may show a name, since it is a pseudonym.
    /// - Throws: `JSONPathError` if a path exceeds the work limit.
    func exposed(
        in value: JSON, met: (_ path: Int, _ value: JSON) -> Void = { _, _ in }, unless isHidden: (JSON) -> Bool,
        showing mayShow: (JSON) -> Bool
    ) throws(JSONPathError) -> [JSONLocation] {
        var found: [JSONLocation] = []
        var named: Set<JSONPointer> = []
        for (number, (path, names)) in paths.enumerated() {
            for node in try path.nodes(in: value) {
                met(number, node.value)
                if names {
                    named.insert(node.path.pointer)
                    let isExposed = node.value.object?.members.contains { !isHidden(.string($0.key)) } ?? false
                    if isExposed { found.append(node.path) }
                } else {
                    Self.collect(node.value, at: node.path, unless: isHidden, into: &found)
                }
            }
        }
        if !named.isEmpty { found = found.map { Self.cut($0, before: named, unless: mayShow) } }
        var seen: Set<String> = []
        return found.filter { seen.insert($0.description).inserted }
    }

    /// The location, or that of its first enclosing object with a name that should be hidden and is not.
    private static func cut(
        _ place: JSONLocation, before named: Set<JSONPointer>, unless isHidden: (JSON) -> Bool
    ) -> JSONLocation {
        for (index, step) in place.steps.enumerated() {
            guard case .name(let name) = step, !isHidden(.string(name)) else { continue }
            let object = JSONLocation(Array(place.steps[..<index]))
            if named.contains(object.pointer) { return object }
        }
        return place
    }

    private static func collect(
        _ value: JSON, at place: JSONLocation, unless isHidden: (JSON) -> Bool, into found: inout [JSONLocation]
    ) {
        switch value {
        case .array(let elements):
            for (index, element) in elements.enumerated() {
                collect(element, at: place.appending(.index(index)), unless: isHidden, into: &found)
            }
        case .object(let object):
            for member in object.members {
                collect(member.value, at: place.appending(.name(member.key)), unless: isHidden, into: &found)
            }
        default: if !isHidden(value) { found.append(place) }
        }
    }
}
