package import TimelineKit
package import TimelineReplay

package struct PathChange: Sendable {
    package struct Place: Equatable, Sendable {
        package let path: JSONPointer
        package let before, after: JSON?
    }

    /// Several if the states between them are unknown.
    package let steps: ClosedRange<Int>
    /// Nil if it is unknown which step made the change, or the step is not in the file or cannot be reduced again.
    package let line: LocatedLine?
    /// In the order of the path. Not empty.
    package let places: [Place]

    package var difference: JSONDifference {
        JSONDifference(places.map { ($0.path, $0.before.map { JSONText($0) }, $0.after.map { JSONText($0) }) })
    }
}

extension PathChange.Place {
    /// Without places inside another.
    static func places(from before: [JSONPath.Node], to after: [JSONPath.Node]) -> [Self] {
        if before.count <= 1, after.count <= 1, before.isEmpty || after.isEmpty || before[0].path == after[0].path {
            let (old, new) = (before.first, after.first)
            guard let path = (old ?? new)?.path, old?.value != new?.value else { return [] }
            return [Self(path: path.pointer, before: old?.value, after: new?.value)]
        }
        if before == after { return [] }
        let old = Dictionary(before.map { ($0.path.pointer, $0.value) }) { first, _ in first }
        let new = Dictionary(after.map { ($0.path.pointer, $0.value) }) { first, _ in first }
        var changed: Set<JSONPointer> = []
        let places: [Self] = (before + after).compactMap { node in
            let path = node.path.pointer
            guard old[path] != new[path], changed.insert(path).inserted else { return nil }
            return Self(path: path, before: old[path], after: new[path])
        }
        return places.filter { place in
            let tokens = place.path.tokens
            return !tokens.indices.contains { changed.contains(JSONPointer(Array(tokens[..<$0]))) }
        }
    }
}

extension CachedQuery where Answer == [JSONPath.Node] {
    convenience init(_ path: StatePath) { self.init(path.members, UnseenPaths(path)) { try path.nodes(in: $0) } }

    /// Since the last state.
    func changes(to state: State) throws -> [PathChange.Place] {
        let before = last?.answer
        let (after, isNew) = try answer(for: state)
        guard isNew, let before else { return [] }
        return PathChange.Place.places(from: before, to: after)
    }
}
