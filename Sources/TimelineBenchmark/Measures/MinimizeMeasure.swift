internal import TimelineJSON

/// Finding the few actions that turn the state bad, beside one full replay.
struct MinimizeMeasure: Measure {
    static let name = "minimize"
    static let abstract = "the few actions that turn the state bad, beside one full replay"

    func findings(_ context: BenchmarkContext) throws -> [Finding] {
        let steps = 10 * context.scale.steps[0]
        let size = "\(Amount.count(steps)) steps"
        let path = try context.recordings.path(steps: steps, stateBytes: 1000)
        let output = context.recordings.scratch("minimal.jsonl")
        let arguments = [
            context.tool, "minimize", path, "--bad", EpisodesSession.badCondition, "--force", "-o", output, "--json",
        ]
        let answer = try JSON(parsing: context.command(arguments).run().output).object
        // A comment arrives, all count as read, and its episode is opened.
        guard answer?["steps"]?.int == 3, answer?["ended"]?.string == "minimal", let probes = answer?["probes"]?.int
        else { throw BenchmarkError(description: "minimize found \(answer?["steps"]?.int ?? 0) steps instead of 3") }
        let count = Finding(
            measure: "\(Self.name), runs", size: size, ours: Spread([Double(probes)]), goal: nil, unit: "runs")
        let replay = Comparison.Peer(name: "timeline replay --verify", goal: nil) {
            try context.command([context.tool, "replay", path, "--verify"]).run().seconds
        }
        return try [count]
            + Comparison(
                measure: Self.name, size: size, ours: { try context.command(arguments).run().seconds }, peers: [replay]
            ).findings(rounds: context.rounds)
    }
}
