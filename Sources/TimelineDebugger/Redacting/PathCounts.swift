internal import TimelineJSON
internal import TimelineJournal
package import TimelineKit

/// The number of places that each of some paths leads to, and of the values there.
package struct PathCounts: Equatable, Sendable {
    package struct Count: Equatable, Sendable {
        /// The path, as it was written.
        package let path: String
        /// The places that it leads to. None may be due to a typo.
        package var places = 0
        /// The texts and numbers, or names, there and below that have a pseudonym, or are one.
        package var values = 0
        /// The texts, or names, there and below that were left unchanged: they look like pseudonyms, and the header does not list them.
        package var unchanged = 0
        /// The Booleans there and below. They have no pseudonym, and are left unchanged.
        package var truths = 0
    }

    /// In the order of the paths.
    package private(set) var all: [Count]

    package init(_ paths: HiddenPaths) { all = paths.texts.map { Count(path: $0) } }

    /// Adds a value that path number `path` leads to.
    ///
    /// - Parameter noted: The places that the header lists as hidden; nil if nothing was left unchanged.
    mutating func meet(_ path: Int, _ value: JSON, _ noted: NotedPlaces? = nil) {
        guard !HiddenPaths.hidesNames(all[path].path) else {
            guard let object = value.object else { return }
            all[path].places += 1
            for member in object.members { count(member.key, isHidden: noted?.hidesNames, at: path) }
            return
        }
        all[path].places += 1
        count(value, noted, at: path)
    }

    private mutating func count(_ value: JSON, _ noted: NotedPlaces?, at path: Int) {
        switch value {
        case .null: break
        case .bool: all[path].truths += 1
        case .number: all[path].values += 1
        case .string(let text): count(text, isHidden: noted?.hidesValue, at: path)
        case .array(let elements):
            for (index, element) in elements.enumerated() { count(element, noted?.below(String(index)), at: path) }
        case .object(let object):
            for member in object.members { count(member.value, noted?.below(member.key), at: path) }
        }
    }

    /// - Parameter isHidden: Whether a text that looks like a pseudonym is one; nil if nothing was left unchanged.
    private mutating func count(_ text: String, isHidden: Bool?, at path: Int) {
        if text.isEmpty { return }
        if isHidden == false, Pseudonyms.isOne(text) { all[path].unchanged += 1 } else { all[path].values += 1 }
    }

    /// Adds what path number `path` leads to.
    mutating func add(places: Int, values: Int, truths: Int, at path: Int) {
        all[path].places += places
        all[path].values += values
        all[path].truths += truths
    }

    /// Whether a value was left unchanged at a place that a path leads to.
    func hasUnchanged(at path: String) -> Bool { all.contains { $0.path == path && $0.unchanged > 0 } }

    /// The counts of the first paths.
    package func first(_ count: Int) -> PathCounts {
        var counts = self
        counts.all = Array(all.prefix(count))
        return counts
    }

    /// Adds the counts of the same paths in another file.
    package mutating func add(_ other: PathCounts) {
        for (index, count) in other.all.enumerated() {
            all[index].places += count.places
            all[index].values += count.values
            all[index].unchanged += count.unchanged
            all[index].truths += count.truths
        }
    }
}
