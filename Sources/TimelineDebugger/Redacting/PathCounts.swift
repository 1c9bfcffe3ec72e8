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

    mutating func addPlace(of path: Int, _ found: [HideableValue]) {
        all[path].places += 1
        for found in found {
            all[path].values += found.count
            if found.value.bool != nil { all[path].truths += 1 }
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
