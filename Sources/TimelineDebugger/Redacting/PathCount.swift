internal import TimelineKit

package struct PathCount: Equatable, Sendable {
    package let path: String
    /// None may be due to a typo.
    package var places = 0
    /// Texts and numbers, or names, there and below: each has a pseudonym.
    package var values = 0
    /// Booleans there and below, which are left unchanged.
    package var truths = 0

    mutating func addPlace(_ found: [HideableValue]) {
        places += 1
        values += found.reduce(0) { $0 + $1.count }
        truths += found.count { $0.value.bool != nil }
    }
}

extension [PathCount] {
    /// Of paths that select nothing.
    package var unmet: [String] { filter { $0.places == 0 }.map(\.path) }

    /// Those of another timeline, whose header may name other paths.
    package mutating func add(_ other: [PathCount]) {
        for count in other {
            let index = firstIndex { $0.path == count.path }
            if let index { self[index].places += count.places } else { append(count) }
        }
    }
}
