package import TimelineKit

package struct TimelineEdits: Equatable, Sendable {
    package var skipped: RangeSet<Int>
    package var replaced: [Int: JSONText]
    package var inserted: [Int: [JSONText]]

    package init(
        skipped: RangeSet<Int> = RangeSet(), replaced: [Int: JSONText] = [:], inserted: [Int: [JSONText]] = [:]
    ) {
        (self.skipped, self.replaced, self.inserted) = (skipped, replaced, inserted)
    }

    /// The last position whose state the edits cannot change; nil if there are no edits.
    package var lastUnchanged: Int? {
        [
            skipped.ranges.first.map { $0.lowerBound - 1 }, replaced.keys.min().map { $0 - 1 }, inserted.keys.min(),
        ].compactMap(\.self).min()
    }

    /// In the header: `"skipped":[[17,17]],"edited":[{"seq":20,"action":{…}}],"inserted":[{"after":21,"action":{…}}]`
    package var members: [JSONObject.Member] {
        let skipped = skipped.ranges.map { JSON.array([.int($0.lowerBound), .int($0.upperBound - 1)]) }
        let edited = replaced.keys.sorted().map {
            JSON.members(["seq": .int($0), "action": replaced[$0].map(\.value)])
        }
        let inserted = inserted.keys.sorted().flatMap { after in
            self.inserted[after, default: []].map { JSON.members(["after": .int(after), "action": .some($0.value)]) }
        }
        return [("skipped", skipped), ("edited", edited), ("inserted", inserted)].filter { !$0.1.isEmpty }
            .map { JSONObject.Member(key: $0.0, value: .array($0.1)) }
    }
}
