internal import TimelineJSON
internal import TimelineKit

/// What a replay came to, as text and as JSON.
struct ReplayText<State: Codable & Sendable> {
    let summary: ReplaySummary<State>

    func text() throws -> String {
        let steps = Layout.count(summary.steps, "step")
        guard let divergence = summary.divergence else {
            let agreement =
                summary.confirmed == 0
                ? "No recorded state lies on the way to compare with."
                : "It agrees with \(Layout.count(summary.confirmed, "recorded state"))."
            return "\(steps) replayed. \(agreement)"
        }
        let recorded = try JSONCoding.encode(divergence.recorded).value
        let replayed = try JSONCoding.encode(divergence.replayed).value
        let patch = JSONPatch.difference(from: recorded, to: replayed, legible: true)
        let steps2 =
            divergence.agreedUpTo + 1 == divergence.seq
            ? "Step \(divergence.seq)" : "One of steps \(divergence.agreedUpTo + 1) to \(divergence.seq)"
        return """
            \(Style.bad("Replay differs from the recording after step \(divergence.seq)."))
            \(steps2) gave another state than when it was recorded (recorded → replayed):
            \(DifferenceText.lines(patch, from: recorded).map { "  \($0)" }.joined(separator: "\n"))
            The reducer has changed since, or it is not pure: it reads a clock, chance, or
            something outside the state.
            """
    }

    func json() throws -> JSON {
        let divergence: JSON? = try summary.divergence.map {
            let recorded = try JSONCoding.encode($0.recorded).value
            let replayed = try JSONCoding.encode($0.replayed).value
            return .members([
                "seq": .int($0.seq), "agreedUpTo": .int($0.agreedUpTo),
                "diff": JSONPatch.difference(from: recorded, to: replayed, legible: true).json,
            ])
        }
        return .members([
            "replayed": .int(summary.steps), "confirmed": .int(summary.confirmed), "divergence": divergence ?? .null,
        ])
    }
}
