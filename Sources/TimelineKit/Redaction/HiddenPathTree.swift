package struct HiddenPathTree {
    package struct Marks: OptionSet {
        package let rawValue: Int

        package init(rawValue: Int) { self.rawValue = rawValue }

        /// Hide all values here and below.
        package static let values = Marks(rawValue: 1)
        /// Hide the names of the members of this object.
        package static let names = Marks(rawValue: 2)
        /// The values here and below are hidden already.
        static let done = Marks(rawValue: 4)
        /// This array encodes a set: sort its elements.
        static let elements = Marks(rawValue: 8)
        /// This array encodes the keys and values of a dictionary: sort its pairs.
        static let pairs = Marks(rawValue: 16)
        /// The header lists the values here and below, or the names of the members, as hidden.
        package static let listedValues = Marks(rawValue: 32)
        package static let listedNames = Marks(rawValue: 64)
    }

    package private(set) var marks: Marks = []
    private var branches: [ExactString: HiddenPathTree] = [:]

    package init() {}

    /// At a name or an index.
    package func branch(_ token: String) -> HiddenPathTree { branches[ExactString(token)] ?? HiddenPathTree() }

    package var isEmpty: Bool { marks.isEmpty && branches.isEmpty }

    package mutating func mark(_ tokens: ArraySlice<String>, _ marks: Marks) {
        guard let first = tokens.first else { return self.marks.formUnion(marks) }
        branches[ExactString(first), default: HiddenPathTree()].mark(tokens.dropFirst(), marks)
    }

    /// - Parameter pseudonym: Is called with each value and name to hide, and with the marks that hold there.
    package func rewritten(_ value: JSON, inside: Marks = [], _ pseudonym: (JSON, Marks) -> JSON) -> JSON {
        let inside = inside.union(marks.intersection([.values, .listedValues]))
        if marks.contains(.done) || isEmpty && !inside.contains(.values) { return value }
        func inner(_ token: String, _ value: JSON) -> JSON {
            branch(token).rewritten(value, inside: inside, pseudonym)
        }
        switch value {
        case .array(let elements):
            let rewritten = elements.enumerated().map { inner(String($0), $1) }
            let perEntry = marks.contains(.elements) ? 1 : marks.contains(.pairs) ? 2 : nil
            return .array(perEntry.map { rewritten.sortedEntries(elementsPerEntry: $0) } ?? rewritten)
        case .object(let object):
            var members = object.members.map { member in
                let name = marks.contains(.names) ? pseudonym(.string(member.key), marks).string : nil
                return JSONObject.Member(key: name ?? member.key, value: inner(member.key, member.value))
            }
            if marks.contains(.names) { members = members.sortedByKey() }
            return .object(JSONObject(members))
        default: return inside.contains(.values) ? pseudonym(value, inside) : value
        }
    }
}
