/// The members of a JSON object in the order they were written. No key stands twice.
///
/// Finding a key costs a look at each of a few members, and one hash where there are more than sixteen.
package struct JSONObject: Sendable {
    /// A key and its value.
    package struct Member: Sendable {
        /// The key, as text without escapes.
        package let key: String
        /// The value.
        package var value: JSON

        package init(key: String, value: JSON) {
            self.key = key
            self.value = value
        }
    }

    /// The members, in order.
    package private(set) var members: [Member]

    /// Where each key stands; kept only where a walk over the members would be slow.
    private var places: [ExactString: Int] = [:]

    /// How many members were removed since `places` was written.
    private var removals = 0

    /// Up to this many members a walk is as fast as a hash.
    private static let walkable = 16

    package init() { members = [] }

    /// An object of these members. No key may stand twice.
    package init(_ members: [Member]) {
        self.members = []
        self.members.reserveCapacity(members.count)
        for member in members {
            let isNew = append(member.key, member.value)
            precondition(isNew, "the key \"\(member.key)\" stands twice")
        }
    }

    /// An object of members that a parser found to be unique.
    init(unique members: [Member]) {
        self.members = members
        if members.count > Self.walkable { index() }
    }

    package var count: Int { members.count }
    package var isEmpty: Bool { members.isEmpty }

    /// The value of `key`. Setting keeps the place of a key that stands already, adds a new one at the end, and takes
    /// away where the value is nil.
    package subscript(key: String) -> JSON? {
        get { place(of: key).map { members[$0].value } }
        set {
            switch (place(of: key), newValue) {
            case (let place?, let value?): members[place].value = value
            case (let place?, nil):
                remove(at: place)
            case (nil, let value?): append(key, value)
            case (nil, nil): break
            }
        }
    }

    /// Adds a member at the end. Does nothing, and returns false, where the key stands already.
    @discardableResult
    package mutating func append(_ key: String, _ value: JSON) -> Bool {
        guard place(of: key) == nil else { return false }
        members.append(Member(key: key, value: value))
        if members.count > Self.walkable + 1 {
            places[ExactString(key)] = members.count - 1
        } else if members.count == Self.walkable + 1 {
            index()
        }
        return true
    }

    /// Runs `change` on the value of `key` where it lies. Does nothing, and returns false, where the key is not there.
    mutating func change<Fault: Error>(_ key: String, _ change: (inout JSON) throws(Fault) -> Void) throws(Fault)
        -> Bool
    {
        guard let place = place(of: key) else { return false }
        try change(&members[place].value)
        return true
    }

    private mutating func remove(at place: Int) {
        let removed = members.remove(at: place)
        guard members.count > Self.walkable else {
            places = [:]
            removals = 0
            return
        }
        places[ExactString(removed.key)] = nil
        removals += 1
        // To hash every key anew for each that goes would make it slow to take many out of a large object.
        if removals == Self.walkable { index() }
    }

    private func place(of key: String) -> Int? {
        guard members.count > Self.walkable else { return members.firstIndex { $0.key.isExactly(key) } }
        guard let noted = places[ExactString(key)] else { return nil }
        // It stands there, or before it by no more than was removed.
        return members[...min(noted, members.count - 1)].lastIndex { $0.key.isExactly(key) }
    }

    private mutating func index() {
        places.removeAll(keepingCapacity: true)
        removals = 0
        for (place, member) in members.enumerated() { places[ExactString(member.key)] = place }
    }
}

extension JSONObject: Equatable {
    package static func == (one: JSONObject, other: JSONObject) -> Bool {
        one.count == other.count && one.members.allSatisfy { other[$0.key] == $0.value }
    }
}
