internal import TimelineJSON
internal import TimelineQuerying

struct EditedText {
    private let seq: Int
    private let difference: JSONDifference?
    private let restored: Int

    init(seq: Int, recorded: JSON, edited: JSON) {
        (self.seq, restored) = (seq, .max)
        difference = JSONDifference(from: recorded, to: edited)
    }

    /// The state is the recorded one, because steps before position `restored` cannot be reduced.
    init(seq: Int, restored: Int) { (self.seq, self.restored, difference) = (seq, restored, nil) }

    var isKnown: Bool { difference != nil }

    var lines: [String] {
        guard let difference else {
            return [
                "Can't tell what the edits change from step \(restored) on: a step before it cannot be reduced again, and the",
                "state after it is the recorded one.",
            ]
        }
        if difference.isEmpty { return ["The edits change nothing: the state recorded after step \(seq) is the same."] }
        return ["The state differs from the one recorded after step \(seq) (recorded → edited):"]
            + DifferenceText.lines(difference).map { "  \($0)" }
    }

    var json: JSON { .members(["seq": .int(seq), "diff": difference?.patch.json ?? .null]) }
}
