internal import Foundation
internal import TimelineJSON

/// Finding the step that turned the state bad, beside one full replay.
struct BisectMeasure: Measure {
    static let name = "bisect"
    static let abstract = "the step that turned the state bad, beside one full replay"

    func findings(_ context: BenchmarkContext) throws -> [Finding] {
        var all: [Finding] = []
        for steps in context.scale.steps.dropFirst().prefix(2) {
            let size = "\(Amount.count(steps)) steps"
            let path = try context.recordings.path(steps: steps, stateBytes: 1000)
            let isLong = steps >= 1_000_000
            let arguments = [context.tool, "bisect", path, "--bad", EpisodesSession.badCondition]
            let answer = try JSON(parsing: context.command(arguments + ["--json"]).run().output).object
            let found = answer?["bad"]?.object?["seq"]?.int
            let expected = EpisodesSession(count: steps, stateBytes: 1000).badStep
            guard found == expected, let probes = answer?["probes"]?.int else {
                throw BenchmarkError(description: "bisect found step \(found ?? 0) instead of \(expected)")
            }
            all.append(
                Finding(
                    measure: "\(Self.name), probes", size: size, ours: Spread([Double(probes)]),
                    goal: isLong ? 22 : nil, unit: "probes"))
            func compare(_ measure: String, goal: Double, ours: @escaping () throws -> Double) throws {
                let replay = Comparison.Peer(name: "timeline replay --verify", goal: isLong ? goal : nil) {
                    try context.command([context.tool, "replay", path, "--verify"]).run().seconds
                }
                all += try Comparison(measure: measure, size: size, ours: ours, peers: [replay])
                    .findings(rounds: context.rounds)
            }
            try compare(Self.name, goal: 1.0 / 20) { try context.command(arguments).run().seconds }
            // No state is bad, so all are judged.
            let scan = [context.tool, "bisect", path, "--bad", EpisodesSession.impossibleCondition, "--first"]
            try compare("\(Self.name) --first", goal: 1.5) {
                try context.command(scan).run(exitStatus: 1).seconds
            }
        }
        return all
    }
}
