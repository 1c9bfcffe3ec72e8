internal import TimelineJSON
package import TimelineKit

package struct PathCounts: Equatable, Sendable {
    package struct Count: Equatable, Sendable {
        package let path: String
        /// None may be due to a typo.
        package var places = 0
        /// Texts and numbers, or names, there and below: each has a pseudonym.
        package var values = 0
        /// Booleans there and below, which are left unchanged.
        package var truths = 0
    }

    package private(set) var all: [Count]

    package init(_ paths: HiddenPaths) { all = paths.texts.map { Count(path: $0) } }

    mutating func add(_ value: JSON, at path: Int) {
        guard HiddenPaths.hidesNames(all[path].path) else {
            all[path].places += 1
            count(value, at: path)
            return
        }
        guard let object = value.object else { return }
        all[path].places += 1
        all[path].values += object.members.count { !$0.key.isEmpty }
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

    package func first(_ count: Int) -> PathCounts {
        var counts = self
        counts.all = Array(all.prefix(count))
        return counts
    }

    package mutating func add(_ other: PathCounts) {
        for (index, count) in other.all.enumerated() {
            all[index].places += count.places
            all[index].values += count.values
            all[index].truths += count.truths
        }
    }
}
