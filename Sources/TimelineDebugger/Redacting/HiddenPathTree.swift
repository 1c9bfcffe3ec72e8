internal import TimelineKit

struct HiddenPathTree {
    struct Marks: OptionSet {
        let rawValue: Int

        init(rawValue: Int) { self.rawValue = rawValue }

        /// Hide all values here and below.
        static let values = Marks(rawValue: 1)
        /// Hide the names of the members of this object.
        static let names = Marks(rawValue: 2)
        /// The header lists the values here and below, or the names of the members, as hidden.
        static let listedValues = Marks(rawValue: 4)
        static let listedNames = Marks(rawValue: 8)
    }

    private(set) var marks: Marks = []
    private var branches: [ExactString: HiddenPathTree] = [:]

    init() {}

    /// At a name or an index.
    func branch(_ token: String) -> HiddenPathTree { branches[ExactString(token)] ?? HiddenPathTree() }

    var isEmpty: Bool { marks.isEmpty && branches.isEmpty }

    mutating func mark(_ tokens: ArraySlice<String>, _ marks: Marks) {
        guard let first = tokens.first else { return self.marks.formUnion(marks) }
        branches[ExactString(first), default: HiddenPathTree()].mark(tokens.dropFirst(), marks)
    }

    /// - Parameter pseudonym: Is called with each value and name to hide, and with the marks that hold there.
    func rewritten(_ value: JSON, inside: Marks = [], _ pseudonym: (JSON, Marks) -> JSON) -> JSON {
        let inside = inside.union(marks.intersection([.values, .listedValues]))
        if isEmpty && !inside.contains(.values) { return value }
        func inner(_ token: String, _ value: JSON) -> JSON {
            branch(token).rewritten(value, inside: inside, pseudonym)
        }
        switch value {
        case .array(let elements): return .array(elements.enumerated().map { inner(String($0), $1) })
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
