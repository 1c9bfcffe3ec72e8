internal import TimelineKit
internal import TimelineReplay

struct EditedText {
    let seq: Int
    /// Nil if the state is the recorded one, because steps before position `restored` cannot be reduced.
    var difference: JSONDifference?
    var restored = 0
    /// The earlier recorded positions whose states the edits change; nil if that is unknown.
    var changed: RangeSet<Int>?

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
            + DifferenceText.lines(difference, indent: 2)
    }

    var json: JSON {
        .members([
            "seq": .int(seq), "diff": difference?.patch.json ?? .null, "changed": changed.map { BisectText.spans($0) },
        ])
    }
}
