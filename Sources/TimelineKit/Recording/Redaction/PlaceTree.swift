internal import TimelineJSON

/// Places in one value and what is to be done there, as a tree, so that a value is written anew in a single walk.
package struct PlaceTree {
    /// What is to be done at a place.
    package struct Marks: OptionSet {
        package let rawValue: Int

        package init(rawValue: Int) { self.rawValue = rawValue }

        /// Every value here and below is hidden.
        package static let values = Marks(rawValue: 1)
        /// The names of the members of the object here are hidden.
        package static let names = Marks(rawValue: 2)
        /// What stands here and below is hidden already.
        static let done = Marks(rawValue: 4)
        /// The elements of the array here are those of a set, which are sorted.
        static let elements = Marks(rawValue: 8)
        /// The elements of the array here are the keys and values of a dictionary, which are sorted by pairs.
        package static let pairs = Marks(rawValue: 16)
    }

    package private(set) var marks: Marks = []
    private var branches: [ExactString: PlaceTree] = [:]

    /// The tree below a name or an index.
    package func branch(_ token: String) -> PlaceTree { branches[ExactString(token)] ?? PlaceTree() }

    var isEmpty: Bool { marks.isEmpty && branches.isEmpty }

    /// Marks the place that these names and indices lead to.
    mutating func mark(_ tokens: ArraySlice<String>, _ marks: Marks) {
        guard let first = tokens.first else { return self.marks.formUnion(marks) }
        branches[ExactString(first), default: PlaceTree()].mark(tokens.dropFirst(), marks)
    }

    /// The value with everything that is marked put through `pseudonym`, in canonical order where `value` is.
    ///
    /// - Parameter isInside: Whether the values here are hidden because of a place above.
    func rewritten(_ value: JSON, isInside: Bool = false, _ pseudonym: (JSON) -> JSON) -> JSON {
        if marks.contains(.done) || isEmpty && !isInside { return value }
        let isHidden = isInside || marks.contains(.values)
        func inner(_ token: String, _ value: JSON) -> JSON {
            branch(token).rewritten(value, isInside: isHidden, pseudonym)
        }
        switch value {
        case .array(let elements):
            let rewritten = elements.enumerated().map { inner(String($0), $1) }
            let perEntry = marks.contains(.elements) ? 1 : marks.contains(.pairs) ? 2 : nil
            return .array(perEntry.map { rewritten.sortedEntries(elementsPerEntry: $0) } ?? rewritten)
        case .object(let object):
            var members = object.members.map { member in
                let name = marks.contains(.names) ? pseudonym(.string(member.key)).string : nil
                return JSONObject.Member(key: name ?? member.key, value: inner(member.key, member.value))
            }
            if marks.contains(.names) { members.sort { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) } }
            return .object(JSONObject(members))
        default: return isHidden ? pseudonym(value) : value
        }
    }
}
