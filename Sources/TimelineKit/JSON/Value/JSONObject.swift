package struct JSONObject: Sendable {
    package struct Member: Sendable {
        package let key: String
        package var value: JSON

        package init(key: String, value: JSON) { (self.key, self.value) = (key, value) }
    }

    package private(set) var members: [Member]

    /// As of the last build of the index or append; empty if there are few members.
    private var index: [ExactString: Int] = [:]

    private var removals = 0

    /// Up to this many members, a linear search is as fast as a hash.
    private static let linearLimit = 16

    package init() { members = [] }

    /// Of members with one key the first remains.
    package init(_ members: [Member]) {
        self.members = []
        self.members.reserveCapacity(members.count)
        for member in members { append(member.key, member.value) }
    }

    init(unique members: [Member]) {
        self.members = members
        if members.count > Self.linearLimit { rebuildIndex() }
    }

    package var count: Int { members.count }
    package var isEmpty: Bool { members.isEmpty }

    /// Setting keeps the position of an existing key and appends a new one; setting nil removes it.
    package subscript(key: String) -> JSON? {
        get { position(of: key).map { members[$0].value } }
        set {
            switch (position(of: key), newValue) {
            case (let position?, let value?): members[position].value = value
            case (let position?, nil): remove(at: position)
            case (nil, let value?): append(key, value)
            case (nil, nil): break
            }
        }
    }

    @discardableResult
    package mutating func append(_ key: String, _ value: JSON) -> Bool {
        guard position(of: key) == nil else { return false }
        members.append(Member(key: key, value: value))
        if members.count > Self.linearLimit + 1 {
            index[ExactString(key)] = members.count - 1
        } else if members.count == Self.linearLimit + 1 {
            rebuildIndex()
        }
        return true
    }

    package mutating func change<Failure: Error>(
        _ key: String, _ change: (inout JSON) throws(Failure) -> Void
    ) throws(Failure) -> Bool {
        guard let position = position(of: key) else { return false }
        try change(&members[position].value)
        return true
    }

    private mutating func remove(at position: Int) {
        let removed = members.remove(at: position)
        guard members.count > Self.linearLimit else {
            index = [:]
            removals = 0
            return
        }
        index[ExactString(removed.key)] = nil
        removals += 1
        // Not at each removal, so that removing all members takes less than quadratic time.
        if removals == Self.linearLimit { rebuildIndex() }
    }

    private func position(of key: String) -> Int? {
        guard members.count > Self.linearLimit else { return members.firstIndex { $0.key.isExactly(key) } }
        guard let indexed = index[ExactString(key)] else { return nil }
        // Removals since then may have moved it toward the front.
        return members[...min(indexed, members.count - 1)].lastIndex { $0.key.isExactly(key) }
    }

    private mutating func rebuildIndex() {
        index.removeAll(keepingCapacity: true)
        removals = 0
        for (position, member) in members.enumerated() { index[ExactString(member.key)] = position }
    }
}

extension [JSONObject.Member] {
    package func sortedByKey() -> [JSONObject.Member] {
        sortedIndexes { self[$0].key.utf8.lexicographicallyPrecedes(self[$1].key.utf8) }.map { self[$0] }
    }
}

extension JSONObject: Equatable {
    package static func == (one: JSONObject, other: JSONObject) -> Bool {
        one.count == other.count && one.members.allSatisfy { other[$0.key] == $0.value }
    }
}

extension JSON {
    /// Objects have the order of canonical text.
    package var sorted: JSON {
        switch self {
        case .array(let elements): .array(elements.map(\.sorted))
        case .object(let object):
            .object(JSONObject(unique: object.members.sortedByKey().map { .init(key: $0.key, value: $0.value.sorted) }))
        default: self
        }
    }
}
