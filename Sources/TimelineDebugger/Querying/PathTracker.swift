package import TimelineJSON
package import TimelineQuerying

/// Encodes only the members that the path reads. If they equal the same members of the state before, the path is not evaluated.
package final class PathTracker<State> {
    private typealias Text = UnsafeBufferPointer<UInt8>
    private typealias Nodes = [JSONPath.Node]

    private let path: StatePath
    private let withText: (State, (Text) -> Result<Nodes?, any Error>) throws -> Result<Nodes?, any Error>
    private var unseen: UnseenPaths
    private var last: (text: JSONText, nodes: Nodes)?

    package init(_ path: StatePath) where State: Encodable {
        let members = path.members
        self.path = path
        withText = { try JSONCoding.withText(of: $0, only: members, $1) }
        unseen = UnseenPaths(path)
    }

    package init(_ path: StatePath) where State == JSONText {
        self.path = path
        withText = { $0.withBytes($1) }
        unseen = UnseenPaths(path)
    }

    init<Source: StateSource>(_ path: StatePath, of source: Source.Type) where Source.State == State {
        let members = path.members
        self.path = path
        withText = { try source.withText(of: $0, only: members, $1) }
        unseen = UnseenPaths(path)
    }

    package func reset() { last = nil }

    package func move(to state: State) throws -> [PathChange.Place] {
        let before = last?.nodes
        guard let after = try withText(state, { text in Result { try nodes(text) } }).get(), let before else {
            return []
        }
        return PathChange.Place.places(from: before, to: after)
    }

    private func nodes(_ text: Text) throws -> Nodes? {
        if let last, last.text.count == text.count, last.text.begins(text) { return nil }
        let value = try JSON(parsing: text)
        unseen.evaluate(in: value)
        let nodes = try path.nodes(in: value)
        last = (JSONText(unchecked: text), nodes)
        return nodes
    }

    package var unseenPaths: [String] { unseen.paths }
}
