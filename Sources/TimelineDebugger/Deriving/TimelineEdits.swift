package import TimelineKit

package struct TimelineEdits: Equatable, Sendable {
    package var skipped: RangeSet<Int>
    package var replaced: [Int: JSONText]
    /// What is done after each position, in order: actions, and states that are set.
    package var inserted: [Int: [Step.Change]]

    package init(
        skipped: RangeSet<Int> = RangeSet(), replaced: [Int: JSONText] = [:], inserted: [Int: [Step.Change]] = [:]
    ) {
        (self.skipped, self.replaced, self.inserted) = (skipped, replaced, inserted)
    }

    /// The last position whose state the edits cannot change; nil if there are no edits.
    package var lastUnchanged: Int? {
        [
            skipped.ranges.first.map { $0.lowerBound - 1 }, replaced.keys.min().map { $0 - 1 }, inserted.keys.min(),
        ].compactMap(\.self).min()
    }

    /// In the header: `"skipped":[[17,17]],"edited":[{"seq":20,"action":{…}}],"inserted":[{"after":21,"action":{…}}]`; in place of
    /// `action`, `state` is one that is set.
    package var members: [JSONObject.Member] {
        let skipped = skipped.ranges.map { JSON.array([.int($0.lowerBound), .int($0.upperBound - 1)]) }
        let edited = replaced.keys.sorted().map {
            JSON.members(["seq": .int($0), "action": replaced[$0].map(\.value)])
        }
        let inserted = inserted.keys.sorted().flatMap { after in
            self.inserted[after, default: []].map { change -> JSON in
                switch change {
                case .action(let action): ["after": .int(after), "action": action.value]
                case .set(let state, _): ["after": .int(after), "state": state.value]
                case .opaque(let text): ["after": .int(after), "opaque": .string(text)]
                }
            }
        }
        return [("skipped", skipped), ("edited", edited), ("inserted", inserted)].filter { !$0.1.isEmpty }
            .map { JSONObject.Member(key: $0.0, value: .array($0.1)) }
    }
}
