internal import TimelineDebugger
internal import TimelineKit
internal import TimelineReplay

struct ReplaySummary {
    var freshFrom: Int?
    var isReplicaLog = false
    var counts = ReplayCounts()
    /// In a fresh replay, also those before its first step: it continued from the state that was recorded after them.
    var skippedSteps = RangeSet<Int>()
    var unreduced: UnreducedSteps?
    var divergence: BisectDivergence?
    /// Of the state, so that replay depends on where it begins.
    var fault: Disagreement?

    struct UnreducedSteps {
        let steps: ClosedRange<Int>
        /// A recorded state follows after the range that is replayed.
        let isCut: Bool
    }

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

    func json(beside recorded: JSON? = nil) -> JSON {
        return .members([
            "replayed": .int(counts.replayed), "skipped": .int(counts.skipped), "confirmed": .int(counts.confirmed),
            "divergence": divergence?.json ?? .null, "sets": counts.sets > 0 ? .int(counts.sets) : nil,
            "from": freshFrom.flatMap { $0 > 0 ? .int($0) : nil },
            "madeValues": counts.madeValues > 0 ? .int(counts.madeValues) : nil,
            "skippedSteps": freshFrom == nil || skippedSteps.isEmpty
                ? nil : BisectText.spans(skippedSteps),
            "unreduced": unreduced.map {
                .members(["from": .int($0.steps.lowerBound), "through": .int($0.steps.upperBound)])
            },
            "fault": fault.map {
                .members([
                    "kind": .string($0.contrast.rawValue), "seq": .int($0.seq),
                    "paths": .array($0.paths.map { .string($0) }),
                ])
            }, "recorded": recorded,
        ])
    }
}
