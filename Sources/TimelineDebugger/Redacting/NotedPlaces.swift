internal import TimelineJSON
internal import TimelineJournal
internal import TimelineKit

/// The places of one value that the header lists as hidden. Only there, a value that looks like a pseudonym is one for sure.
struct NotedPlaces {
    private let tree: HiddenPathTree
    /// Whether a place above this one is hidden, with everything below it.
    private let isInside: Bool

    private init(_ tree: HiddenPathTree, isInside: Bool) { (self.tree, self.isInside) = (tree, isInside) }

    /// - Parameter paths: The paths of the header. One that takes too much work leads nowhere.
    init(_ paths: HiddenPaths, in value: JSON) {
        var tree = HiddenPathTree()
        for (path, names) in paths.paths {
            for node in (try? path.nodes(in: value)) ?? [] {
                tree.mark(node.path.pointer.tokens[...], names ? .names : .values)
            }
        }
        self.init(tree, isInside: false)
    }

    /// Whether the value here is hidden.
    var hidesValue: Bool { isInside || tree.marks.contains(.values) }

    /// Whether the names of the members of the object here are hidden.
    var hidesNames: Bool { tree.marks.contains(.names) }

    /// The places below a name or an index.
    func below(_ token: String) -> NotedPlaces { NotedPlaces(tree.branch(token), isInside: hidesValue) }

    /// The places below a location.
    func below(_ location: JSONLocation) -> NotedPlaces {
        location.pointer.tokens.reduce(self) { $0.below($1) }
    }
}
