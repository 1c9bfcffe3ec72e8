internal import TimelineDebugger
internal import TimelineKit

/// What an answer about states rests on.
struct Grounds {
    let evidence: BisectAnswer.Evidence?
    var unknown = RangeSet<Int>()
    let skipped: RangeSet<Int>?
    let first: Int
    let unseenPaths: [String]

    static let fields: Fields<Self?> = """
        \(of: { $0?.evidence }, BisectAnswer.Evidence.fields), fresh?\({ $0?.evidence == .fresh }), unseen?\({ $0?.unseenPaths ?? [] })
        """

    static let verdicts: Fields<(verdicts: Verdicts, grounds: Self, responses: Responses?)> = """
        states\({ $0.verdicts.count }): count // The number of states that the range has.
        true\({ $0.verdicts.bad.ranges.reduce(0) { $0 + $1.count } }): count // The number of states for which the condition is true.
        spans\({ $0.verdicts.bad }) // The steps after which it is true.
        unknown?\({ $0.verdicts.unknown }): spans // The steps after which the state is unknown.
        kept?\({ $0.responses?.kept }): count // With --after, how often what was expected came in time.
        broken?\({ $0.responses?.broken }): [steps] // From the step that asked through the one at which the time was up.
        open?\({ $0.responses?.open }): [stepNumber] // The steps that asked where the time was not up.
        notJudged?\({ $0.verdicts.withoutChange }): count // With --change, the number of states that were set from outside.
        \(of: { $0.grounds }, fields)
        """

    /// - Parameter looked: Which states were looked at, if not all: ` that was looked at`.
    func lines(_ looked: String = "") -> [String] {
        let lines = [SkippedText.unknownStates(unknown)].compactMap(\.self)
        let unseen = "No \(unknown.isEmpty ? "" : "known ")state\(looked) has \(unseenPaths.joined(separator: " or "))."
        return lines + (evidence.map(BisectText.evidence) ?? []) + BisectText.freshness(skipped, first: first)
            + (unseenPaths.isEmpty ? [] : [unseen])
    }
}
