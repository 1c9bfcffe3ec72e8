/// The order of versions: that of Semantic Versioning 2.0.0, section 11, for text of any form.
package enum VersionOrder {
    package static func precedes(_ one: String, _ other: String) -> Bool {
        let (one, other) = (parts(of: one), parts(of: other))
        if let order = order(one.release, other.release, padding: "0") { return order }
        switch (one.preRelease, other.preRelease) {
        case (let a?, let b?): return order(a, b, padding: nil) ?? false
        case (_?, nil): return true
        case (nil, _): return false
        }
    }

    private static func parts(of version: String) -> (release: [Substring], preRelease: [Substring]?) {
        // What follows a + does not count.
        let version = version.prefix { $0 != "+" }
        let halves = version.split(separator: "-", maxSplits: 1, omittingEmptySubsequences: false)
        return (
            halves[0].split(separator: ".", omittingEmptySubsequences: false),
            halves.count > 1 ? halves[1].split(separator: ".", omittingEmptySubsequences: false) : nil
        )
    }

    /// Whether the first list comes before the second; nil if they are equal.
    private static func order(_ one: [Substring], _ other: [Substring], padding: Substring?) -> Bool? {
        for index in 0..<max(one.count, other.count) {
            guard let a = index < one.count ? one[index] : padding else { return true }
            guard let b = index < other.count ? other[index] : padding else { return false }
            switch (Int(a), Int(b)) {
            case (let a?, let b?): if a != b { return a < b }
            case (_?, nil): return true
            case (nil, _?): return false
            case (nil, nil): if a != b { return a.utf8.lexicographicallyPrecedes(b.utf8) }
            }
        }
        return nil
    }
}
