internal import TimelineJSON
package import TimelineQuerying

package struct PathTracker<State: Encodable> {
    private let query: CachedQuery<State, [JSONPath.Node]>

    package init(_ path: StatePath) {
        query = CachedQuery(path.members, UnseenPaths(path)) { try path.nodes(in: $0) }
    }

    package func reset() { query.reset() }

    package func move(to state: State) throws -> [PathChange.Place] {
        let before = query.last?.answer
        let (after, isNew) = try query.answer(for: state)
        guard isNew, let before else { return [] }
        return PathChange.Place.places(from: before, to: after)
    }

    package var unseenPaths: [String] { query.unseenPaths }
}
