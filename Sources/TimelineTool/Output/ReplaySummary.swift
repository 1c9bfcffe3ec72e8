internal import TimelineDebugger
internal import TimelineKit
internal import TimelineReplay

struct ReplaySummary: Answer {
    var freshFrom: Int?
    var isReplicaLog = false
    var counts = ReplayCounts()
    /// In a fresh replay, also those before its first step: it continued from the state that was recorded after them.
    var skippedSteps = RangeSet<Int>()
    /// `isCut`: a recorded state follows after the range that is replayed.
    var unreduced: (steps: ClosedRange<Int>, isCut: Bool)?
    var divergence: BisectDivergence?
    /// Of the state, so that replay depends on where it begins.
    var fault: Disagreement?
    /// How the outcome of edits differs from the recording.
    var recorded: JSON?

    var isUnconfirmed: Bool { unreduced != nil || counts.steps > 0 && counts.confirmed == 0 && divergence == nil }

    func text() -> String {
        var lines = [Self.text(counts, isCompared: divergence != nil)]
        if let list = SkippedText.list(skippedSteps) {
            let why =
                isReplicaLog
                ? "changes of other replicas come between them" : "their actions are not in the file"
            lines.append("Skipped, because \(why): \(list).")
        }
        if let unreduced {
            let steps = VerificationDescription.text(unreduced.steps)
            let end = unreduced.isCut ? " up to step \(unreduced.steps.upperBound)" : ""
            lines.append("\(steps) cannot be reduced, and no recorded state follows\(end).")
        }
        if counts.madeValues > 0 {
            let values = Layout.count(counts.madeValues, "generated value")
            let verb = counts.madeValues == 1 ? "was" : "were"
            lines.append("\(values) \(verb) not on file, and made from a seed instead.")
        }
        if let beginning = freshFrom.flatMap(SkippedText.beginning) { lines.append(beginning) }
        if let divergence {
            lines.append(text(divergence))
        } else if let fault = fault?.stateFault {
            lines.append("Can't tell whether it is sound. \(Layout.visible(fault, exceptLines: true))")
        }
        return lines.joined(separator: "\n")
    }

    static func text(_ counts: ReplayCounts, isCompared: Bool) -> String {
        var parts = ["\(Layout.count(counts.replayed, "step")) replayed"]
        if counts.sets > 0 { parts.append("\(Layout.count(counts.sets, "state")) set") }
        if counts.skipped > 0 { parts.append("\(Layout.count(counts.skipped, "step")) skipped") }
        let agreement =
            counts.confirmed > 0
            ? " It agrees with \(Layout.count(counts.confirmed, "recorded state"))."
            : isCompared ? "" : " There is no recorded state to compare with."
        return parts.joined(separator: ", ") + "." + agreement
    }

    private func text(_ divergence: BisectDivergence) -> String {
        let source = VerificationDescription.source(seq: divergence.seq, agreedUpTo: divergence.agreedUpTo)
        let changes = JSONDifference(from: divergence.recorded, to: divergence.replayed)
        let difference = DifferenceText.lines(changes, indent: 2).joined(separator: "\n")
        let paths = Layout.visible(Disagreement.list(divergence.unstablePaths))
        if divergence.isOnlyAtUnstablePaths {
            return """
                \(Style.bad("Replay cannot be compared with the recording after step \(divergence.seq)."))
                The value at \(paths) changes when the state is encoded, decoded and
                encoded again (recorded → replayed):
                \(difference)
                Make the type there encode and decode all of its value.
                """
        }
        let cause =
            fault?.stateFault ?? """
                The reducer has changed since, or it is not pure: it reads a clock, a random
                number, or something else outside the state.
                """
        let notes = VerificationDescription.notes(ignored: divergence.isIgnoredByEquality, divergence.paths)
        return """
            \(Style.bad("Replay differs from the recording after step \(divergence.seq)."))
            \(source) (recorded → replayed):
            \(difference)
            \(notes.map { Layout.visible($0) + "\n" }.joined())\(Layout.visible(cause, exceptLines: true))
            """
                + (paths.isEmpty
                    ? "" : "\nThe value at \(paths) changes when it is encoded and decoded, which may also be why.")
    }

    /// A line before the last one.
    static let step: Fields<(seq: Int, at: Moment, step: Step?, by: String?, skipped: JSON?, diff: JSONPatch)> = """
        seq\({ $0.seq }), at\({ $0.at })
        action?\({ $0.step?.action }): any + {"not": {"type": "null"}} // As the program's Codable writes it; absent for other steps.
        by?\({ $0.by })
        skipped?\({ $0.skipped }): unreducible // Steps up to this one that cannot be reduced. The state is the one recorded after them.
        from?\({ $0.step?.from })
        diff\({ $0.diff }): patch // From the state that was shown before, at first null.
        """

    static let fields: Fields<Self> = """
        replayed\({ $0.counts.replayed }): count // The number of steps that were reduced again.
        skipped\({ $0.counts.skipped }): count // The number of steps that cannot be reduced.
        confirmed\({ $0.counts.confirmed }): count // The number of recorded states that agree.
        divergence\({ $0.divergence }): divergence | null
        sets?\({ $0.counts.sets }): count // The number of states set from outside; absent if 0.
        from?\({ $0.freshFrom ?? 0 }): beginning
        madeValues?\({ $0.counts.madeValues }): count // The number of generated values that were not on file, and made from a seed.
        skippedSteps?\({ $0.freshFrom == nil ? RangeSet() : $0.skippedSteps })
        unreduced?\({ $0.unreduced?.steps }): steps // The last steps, which cannot be reduced, and which no recorded state follows.
        fault?\({ $0.fault }, "kind\({ $0.contrast.rawValue }): fault, seq\({ $0.seq }), paths\({ $0.paths }): texts") // With --verify: replay depends on where it begins.
        recorded?\({ $0.recorded })
        """
}
