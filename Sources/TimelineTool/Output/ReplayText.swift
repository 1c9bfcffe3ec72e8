internal import TimelineJSON
internal import TimelineKit
internal import TimelineQuerying

/// The result of a replay.
struct ReplaySummary<State: Codable & Equatable & Sendable> {
    /// The first position of a fresh replay; nil if the replay was not fresh.
    var freshFrom: Int?
    /// Whether the timeline is the log of a replica, in which no action can be reduced.
    var isReplicaLog = false
    var counts = ReplayCounts()
    /// The steps that could not be replayed. In a fresh replay, those before its first step too: it continued from the
    /// state that was recorded after them.
    var skippedSteps = RangeSet<Int>()
    var divergence: Divergence<State>?

    /// Whether there were steps, and none was compared with a recorded state.
    var confirmsNothing: Bool { counts.steps > 0 && counts.confirmed == 0 && divergence == nil }
}

/// The result of a replay, as text and as JSON.
struct ReplayText<State: Codable & Equatable & Sendable> {
    let summary: ReplaySummary<State>

    func text() -> String {
        var lines = [counts]
        if let list = SkippedText.list(summary.skippedSteps) {
            let why =
                summary.isReplicaLog
                ? "changes of other replicas come between them" : "their actions are not in the file"
            lines.append("Skipped, because \(why): \(list).")
        }
        if summary.counts.madeValues > 0 {
            let values = Layout.count(summary.counts.madeValues, "generated value")
            let verb = summary.counts.madeValues == 1 ? "was" : "were"
            lines.append("\(values) \(verb) not on file, and made from a seed instead.")
        }
        if let beginning = summary.freshFrom.flatMap(SkippedText.beginning) { lines.append(beginning) }
        if let divergence = summary.divergence { lines.append(text(divergence)) }
        return lines.joined(separator: "\n")
    }

    private var counts: String {
        let counts = summary.counts
        var parts = ["\(Layout.count(counts.replayed, "step")) replayed"]
        if counts.sets > 0 { parts.append("\(Layout.count(counts.sets, "state")) set") }
        if counts.skipped > 0 { parts.append("\(Layout.count(counts.skipped, "step")) skipped") }
        let agreement =
            counts.confirmed > 0
            ? " It agrees with \(Layout.count(counts.confirmed, "recorded state"))."
            : summary.divergence == nil ? " There is no recorded state to compare with." : ""
        return parts.joined(separator: ", ") + "." + agreement
    }

    private func text(_ divergence: Divergence<State>) -> String {
        let steps = divergence.agreedUpTo + 1...divergence.seq
        let source = steps.count == 1 ? "Step \(divergence.seq)" : "At least one of \(Layout.steps(steps))"
        let difference = DifferenceText.lines(difference(divergence))
            .map { "  \($0)" }.joined(separator: "\n")
        let unstable = divergence.unstablePaths
        let paths =
            unstable.prefix(4).map { Layout.visible($0) }.joined(separator: ", ")
            + (unstable.count > 4 ? " and \(Layout.count(unstable.count - 4, "more path"))" : "")
        if divergence.isOnlyAtUnstablePaths {
            return """
                \(Style.bad("Replay cannot be compared with the recording after step \(divergence.seq)."))
                The value at \(paths) changes when the state is encoded, decoded and
                encoded again (recorded → replayed):
                \(difference)
                Make the type there encode and decode all of its value.
                """
        }
        return """
            \(Style.bad("Replay differs from the recording after step \(divergence.seq)."))
            \(source) gave a different state than when recorded (recorded → replayed):
            \(difference)
            The reducer has changed since, or it is not pure: it reads a clock, a random
            number, or something else outside the state.
            """
                + (unstable.isEmpty
                    ? "" : "\nThe value at \(paths) changes when it is encoded and decoded, which may also be why.")
    }

    private func difference(_ divergence: Divergence<State>) -> JSONDifference {
        JSONDifference(from: divergence.recordedJSON, to: divergence.replayedJSON)
    }

    func json() -> JSON {
        let divergence = summary.divergence.map {
            JSON.divergence(seq: $0.seq, agreedUpTo: $0.agreedUpTo, difference($0).patch, unstable: $0.unstablePaths)
        }
        let counts = summary.counts
        let skippedSteps = summary.skippedSteps.ranges.map {
            JSON.array([.int($0.lowerBound), .int($0.upperBound - 1)])
        }
        return .members([
            "replayed": .int(counts.replayed), "skipped": .int(counts.skipped), "confirmed": .int(counts.confirmed),
            "divergence": divergence ?? .null, "sets": counts.sets > 0 ? .int(counts.sets) : nil,
            "from": summary.freshFrom.flatMap { $0 > 0 ? .int($0) : nil },
            "madeValues": counts.madeValues > 0 ? .int(counts.madeValues) : nil,
            "skippedSteps": summary.freshFrom == nil || skippedSteps.isEmpty ? nil : .array(skippedSteps),
        ])
    }
}

extension JSON {
    static func divergence(seq: Int, agreedUpTo: Int, _ difference: JSONPatch, unstable: [String]) -> JSON {
        .members([
            "seq": .int(seq), "agreedUpTo": .int(agreedUpTo), "diff": difference.json,
            "unstable": unstable.isEmpty ? nil : .array(unstable.map { .string($0) }),
        ])
    }
}
