package import TimelineJSON

/// Places in one value and what is to be done there, as a tree, so that a value is written anew in a single walk.
struct PlaceTree {
    /// What is to be done at a place.
    enum Mark {
        /// Every value here and below is hidden.
        case hidden
        /// The names of members are hidden as well.
        case hiddenAll
        /// What stands here is hidden already.
        case done
    }

    private var mark: Mark?
    private var branches: [ExactString: PlaceTree] = [:]

    var isEmpty: Bool { mark == nil && branches.isEmpty }

    /// Marks the place that these names and indices lead to. Of two marks on one place the stronger stays.
    mutating func mark(_ tokens: ArraySlice<String>, _ mark: Mark) {
        guard let first = tokens.first else {
            switch (self.mark, mark) {
            case (.done, _), (.hiddenAll, .hidden): break
            default: self.mark = mark
            }
            return
        }
        branches[ExactString(first), default: PlaceTree()].mark(tokens.dropFirst(), mark)
    }

    /// The value with everything that is marked hidden put through `pseudonym`.
    func rewritten(_ value: JSON, inherited: Mark? = nil, _ pseudonym: (JSON) -> JSON) -> JSON {
        let mark = Self.strongest(inherited, mark)
        if mark == .done || mark == nil && branches.isEmpty { return value }
        func inner(_ token: String, _ value: JSON) -> JSON {
            (branches[ExactString(token)] ?? PlaceTree()).rewritten(value, inherited: mark, pseudonym)
        }
        switch value {
        case .array(let elements):
            return .array(elements.enumerated().map { inner(String($0), $1) })
        case .object(let object):
            return .object(
                JSONObject(
                    object.members.map { member in
                        let name = mark == .hiddenAll ? pseudonym(.string(member.key)).string : nil
                        return .init(key: name ?? member.key, value: inner(member.key, member.value))
                    }))
        default: return mark == nil ? value : pseudonym(value)
        }
    }

    private static func strongest(_ inherited: Mark?, _ own: Mark?) -> Mark? {
        if own == .done { return .done }
        return inherited == .hiddenAll ? .hiddenAll : own ?? inherited
    }
}
