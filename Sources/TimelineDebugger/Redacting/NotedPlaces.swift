internal import TimelineJSON
internal import TimelineJournal
internal import TimelineKit

/// The places of one value that the header's note says are hidden. A value that looks like a pseudonym is known to be one
/// there alone.
struct NotedPlaces {
    private let tree: PlaceTree
    /// Whether a place above this one is hidden, with all that is below it.
    private let isInside: Bool

    private init(_ tree: PlaceTree, isInside: Bool) { (self.tree, self.isInside) = (tree, isInside) }

    /// - Parameter paths: Those of the note. One that asks for too much work leads nowhere.
    init(_ paths: HiddenPaths, in value: JSON) { self.init(paths.places(in: value), isInside: false) }

    /// Whether the value here is hidden.
    var hidesValue: Bool { isInside || tree.marks.contains(.values) }

    /// Whether the names of the members of the object here are hidden.
    var hidesNames: Bool { tree.marks.contains(.names) }

    /// Whether what is told as a place is hidden: a value, or the names of an object.
    func hides(_ place: JSONLocation, in value: JSON) -> Bool {
        let here = below(place)
        if case .object? = value[place.pointer] { return here.hidesNames }
        return here.hidesValue
    }

    /// The places below a name or an index.
    func below(_ token: String) -> NotedPlaces { NotedPlaces(tree.branch(token), isInside: hidesValue) }

    /// The places below a location.
    func below(_ location: JSONLocation) -> NotedPlaces {
        location.pointer.tokens.reduce(self) { $0.below($1) }
    }
}
