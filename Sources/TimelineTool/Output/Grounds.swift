internal import TimelineDebugger
internal import TimelineKit

/// What an answer about states rests on.
struct Grounds {
    let evidence: BisectAnswer.Evidence?
    var unknown = RangeSet<Int>()
    let skipped: RangeSet<Int>?
    /// The first position of the timeline.
    let first: Int
    let unseenPaths: [String]

    static let fields: Fields<Self> = """
        \(of: { $0.evidence }, BisectAnswer.Evidence.fields), fresh?\({ $0.evidence == .fresh }), unseen?\({ $0.unseenPaths })
        """

    /// - Parameter looked: Which states were looked at, if not all: ` that was looked at`.
    func lines(_ looked: String = "") -> [String] {
        let lines = [SkippedText.unknownStates(unknown)].compactMap(\.self)
        let unseen = "No \(unknown.isEmpty ? "" : "known ")state\(looked) has \(unseenPaths.joined(separator: " or "))."
        return lines + (evidence.map(BisectText.evidence) ?? []) + BisectText.freshness(skipped, first: first)
            + (unseenPaths.isEmpty ? [] : [unseen])
    }

    /// After other members.
    func json(after members: KeyValuePairs<String, JSON?>) -> JSON {
        var object = JSON.members(members).object ?? JSONObject()
        if !unknown.isEmpty { object["unknown"] = unknown.json }
        for member in Self.fields.json(self).object?.members ?? [] { object[member.key] = member.value }
        return .object(object)
    }
}
