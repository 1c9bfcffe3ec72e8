/// The groups of many timelines. Memory is proportional to the number of groups.
package struct TriageGroups {
    private var groups: [TriageGroup.ID: TriageGroup] = [:]

    package init() {}

    package mutating func add(_ group: TriageGroup) {
        if groups[group.id]?.merge(group) == nil { groups[group.id] = group }
    }

    /// In an order that does not depend on the order in which they were added: the largest first.
    package var sorted: [TriageGroup] {
        groups.values.sorted { ($1.count, $0.id) < ($0.count, $1.id) }
    }

    /// A bug: the first of its groups, and others that its actions make fail, too.
    package struct Joined {
        package let group: TriageGroup
        package fileprivate(set) var others: [TriageGroup] = []

        package var count: Int { ([group.count] + others.map(\.count)).countSum }

        /// The facts of all, with the run of the first.
        package var whole: TriageGroup { others.reduce(group) { $0.adding(factsOf: $1) } }
    }

    /// Joins a group to the first one that it is the same as. Groups of a single action come last: it says little about
    /// the state that it needs.
    package func joined(by isSame: (_ one: TriageGroup, _ other: TriageGroup) throws -> Bool) rethrows -> [Joined] {
        var joined: [Joined] = []
        for group in groups.values.sorted(by: { $0.id < $1.id }) where group.id.key != nil {
            let place = try joined.firstIndex { bug in
                try bug.group.id.program == group.id.program && bug.group.rules.contains(where: group.rules.contains)
                    && isSame(bug.group, group)
            }
            if let place { joined[place].others.append(group) } else { joined.append(Joined(group: group)) }
        }
        joined += groups.values.filter { $0.id.key == nil }.map { Joined(group: $0) }
        return joined.sorted { ($1.count, $0.group.id) < ($0.count, $1.group.id) }
    }
}

extension [Int] {
    /// The sum of counts that were read from files, at most the greatest count that a file may hold.
    package var countSum: Int { reduce(0) { Swift.min($0 + $1, 1 << 53) } }
}

extension TriageGroup.ID: Comparable {
    /// Shorter keys first, but those of one action last.
    package static func < (one: TriageGroup.ID, other: TriageGroup.ID) -> Bool {
        if one.program != other.program { return one.program < other.program }
        let (key, otherKey) = (one.key ?? [], other.key ?? [])
        func place(_ key: [String]) -> Int { key.count == 1 ? .max : key.count }
        if key.count != otherKey.count { return place(key) < place(otherKey) }
        if key != otherKey { return key.lexicographicallyPrecedes(otherKey) }
        return (one.answer.text, one.culprit, one.key == nil ? 1 : 0)
            < (other.answer.text, other.culprit, other.key == nil ? 1 : 0)
    }
}

extension TriageGroup.Answer {
    package var isBug: Bool { self != .nothing && self != .unknown }

    /// In the words of people: `unread is never negative`, or `the reducer crashes (SIGILL)`.
    package var text: String {
        switch self {
        case .bug(.invariant(let name)): name
        case .bug(let rule): rule.description
        case .nothing: "nothing found"
        case .unknown: "can't tell"
        }
    }
}
