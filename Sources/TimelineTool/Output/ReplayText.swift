internal import TimelineJSON
internal import TimelineKit
internal import TimelineQuerying

/// What a replay came to, as text and as JSON.
struct ReplayText<State: Codable & Equatable & Sendable> {
    let summary: ReplaySummary<State>

    func text() -> String {
        var lines = [counts]
        if let list = SkippedText.list(summary.skippedSteps) {
            let why =
                summary.isReplicaLog ? "changes of other replicas come between them" : "their actions are not on file"
            lines.append("Skipped, as \(why): \(list).")
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
            : summary.divergence == nil ? " No recorded state lies on the way to compare with." : ""
        return parts.joined(separator: ", ") + "." + agreement
    }

    private func text(_ divergence: Divergence<State>) -> String {
        let steps = divergence.agreedUpTo + 1...divergence.seq
        let source = steps.count == 1 ? "Step \(divergence.seq)" : "At least one of \(Layout.steps(steps))"
        let difference = DifferenceText.lines(difference(divergence), from: divergence.recordedJSON)
            .map { "  \($0)" }.joined(separator: "\n")
        let unstable = divergence.unstablePaths
        let paths =
            unstable.prefix(4).map { Layout.visible($0) }.joined(separator: ", ")
            + (unstable.count > 4 ? " and \(Layout.count(unstable.count - 4, "more path"))" : "")
        if divergence.isOfCodingAlone {
            return """
                \(Style.bad("Replay cannot be compared with the recording after step \(divergence.seq)."))
                The state does not survive its own coding at \(paths):
                encoded, decoded and encoded again it has another value there (recorded → replayed):
                \(difference)
                Encode what is lost there, and decode it as it is.
                """
        }
        return """
            \(Style.bad("Replay differs from the recording after step \(divergence.seq)."))
            \(source) gave another state than when it was recorded (recorded → replayed):
            \(difference)
            The reducer has changed since, or it is not pure: it reads a clock, chance, or
            something outside the state.
            """
                + (unstable.isEmpty
                    ? "" : "\nThe state does not survive its own coding at \(paths), which may also be why.")
    }

    private func difference(_ divergence: Divergence<State>) -> JSONPatch {
        JSONPatch.difference(from: divergence.recordedJSON, to: divergence.replayedJSON, legible: true)
    }

    func json() -> JSON {
        let divergence: JSON? = summary.divergence.map {
            .members([
                "seq": .int($0.seq), "agreedUpTo": .int($0.agreedUpTo), "diff": difference($0).json,
                "unstable": $0.unstablePaths.isEmpty ? nil : .array($0.unstablePaths.map { .string($0) }),
            ])
        }
        let counts = summary.counts
        let skippedSteps = summary.skippedSteps.ranges.map {
            JSON.array([.int($0.lowerBound), .int($0.upperBound - 1)])
        }
        return .members([
            "replayed": .int(counts.replayed), "skipped": .int(counts.skipped), "confirmed": .int(counts.confirmed),
            "divergence": divergence ?? .null, "sets": counts.sets > 0 ? .int(counts.sets) : nil,
            "from": summary.freshFrom.flatMap { $0 > 0 ? .int($0) : nil },
            "skippedSteps": summary.freshFrom == nil || skippedSteps.isEmpty ? nil : .array(skippedSteps),
        ])
    }
}
