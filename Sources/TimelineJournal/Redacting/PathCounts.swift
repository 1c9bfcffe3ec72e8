internal import TimelineJSON

/// How often each of some paths led somewhere, and what stood there.
package struct PathCounts: Equatable, Sendable {
    package struct Count: Equatable, Sendable {
        /// The path, as it was written.
        package let path: String
        /// The places that it led to. None at all may be a slip in its spelling.
        package var places = 0
        /// The texts and numbers there and below, or the names: what has a pseudonym, or is one.
        package var values = 0
        /// The truth values there and below. They have no pseudonym, and are left.
        package var truths = 0

        package init(path: String, places: Int = 0, values: Int = 0, truths: Int = 0) {
            (self.path, self.places, self.values, self.truths) = (path, places, values, truths)
        }
    }

    /// In the order of the paths.
    package private(set) var all: [Count]

    package init(_ paths: HiddenPaths) { all = paths.texts.map { Count(path: $0) } }

    /// Notes what path number `path` led to.
    mutating func meet(_ path: Int, _ value: JSON) {
        guard !HiddenPaths.hidesNames(all[path].path) else {
            guard let object = value.object else { return }
            all[path].places += 1
            return all[path].values += object.members.count { !$0.key.isEmpty }
        }
        all[path].places += 1
        count(value, at: path)
    }

    private mutating func count(_ value: JSON, at path: Int) {
        switch value {
        case .null: break
        case .bool: all[path].truths += 1
        case .number: all[path].values += 1
        case .string(let text): if !text.isEmpty { all[path].values += 1 }
        case .array(let elements): for element in elements { count(element, at: path) }
        case .object(let object): for member in object.members { count(member.value, at: path) }
        }
    }

    /// Those of the first paths.
    package func first(_ count: Int) -> PathCounts {
        var counts = self
        counts.all = Array(all.prefix(count))
        return counts
    }

    /// Adds what the same paths led to elsewhere.
    package mutating func add(_ other: PathCounts) {
        for (index, count) in other.all.enumerated() {
            all[index].places += count.places
            all[index].values += count.values
            all[index].truths += count.truths
        }
    }
}
