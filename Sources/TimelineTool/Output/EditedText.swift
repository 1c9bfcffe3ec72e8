internal import TimelineJSON
internal import TimelineQuerying

struct EditedText {
    private let seq: Int
    private let difference: JSONDifference?
    private let restored: Int
    private let changed: RangeSet<Int>?

    /// - Parameter changed: The earlier recorded positions whose states the edits change; nil if that is unknown.
    init(seq: Int, recorded: JSON, edited: JSON, changed: RangeSet<Int>?) {
        (self.seq, restored, self.changed) = (seq, .max, changed)
        difference = JSONDifference(from: recorded, to: edited)
    }

    /// The state is the recorded one, because steps before position `restored` cannot be reduced.
    init(seq: Int, restored: Int) {
        (self.seq, self.restored) = (seq, restored)
        (difference, changed) = (nil, nil)
    }

    var isKnown: Bool { difference != nil }

    var lines: [String] {
        guard let difference else {
            return [
                "Can't tell what the edits change from step \(restored) on: a step before it cannot be reduced again, and the",
                "state after it is the recorded one.",
            ]
        }
        if difference.isEmpty {
            let same = "he state recorded after step \(seq) is the same"
            guard let changed else { return ["T\(same)."] }
            guard let steps = SkippedText.list(changed) else {
                return ["The edits change nothing: t\(same), and so is each one before it."]
            }
            return ["T\(same). The edits change the states recorded after \(steps)."]
        }
        return ["The state differs from the one recorded after step \(seq) (recorded → edited):"]
            + DifferenceText.lines(difference).map { "  \($0)" }
    }

    var json: JSON {
        .members([
            "seq": .int(seq), "diff": difference?.patch.json ?? .null, "changed": changed.map { BisectText.spans($0) },
        ])
    }
}
