internal import Foundation
internal import TimelineJSON

/// Finding the step that turned the state bad, beside one full replay.
struct BisectMeasure: Measure {
    static let name = "bisect"
    static let abstract = "the step that turned the state bad, beside one full replay"

    func findings(_ bench: Bench) throws -> [Finding] {
        var all: [Finding] = []
        for steps in bench.extent.steps.dropFirst().prefix(2) {
            let size = "\(Amount.count(steps)) steps"
            let path = try bench.recordings.path(steps: steps, stateBytes: 1000)
            let isLong = steps >= 1_000_000
            let arguments = [bench.tool, "bisect", path, "--bad", EpisodesSession.badCondition]
            let answer = try JSON(parsing: bench.command(arguments + ["--json"]).run().output).object
            let found = answer?["bad"]?.object?["seq"]?.int
            let expected = EpisodesSession(count: steps, stateBytes: 1000).badStep
            guard found == expected, let probes = answer?["probes"]?.int else {
                throw BenchmarkError(description: "bisect found step \(found ?? 0) instead of \(expected)")
            }
            all.append(
                Finding(
                    measure: "\(Self.name), probes", size: size, peer: "", ours: Spread([Double(probes)]), theirs: nil,
                    ratio: nil, isSpeed: false, goal: isLong ? 22 : nil, unit: "probes", missing: nil))
            all += try Contest(
                measure: Self.name, size: size,
                ours: Contender(name: "timeline bisect") { try bench.command(arguments).run().seconds },
                peers: [(replay(bench, path), .cost(atMost: isLong ? 1.0 / 20 : nil))]
            ).findings(rounds: bench.rounds)
            // No state is bad, so all are judged.
            let walk = [bench.tool, "bisect", path, "--bad", EpisodesSession.impossibleCondition, "--first"]
            all += try Contest(
                measure: "\(Self.name) --first", size: size,
                ours: Contender(name: "timeline bisect --first") {
                    try bench.command(walk).run(exitStatus: 1).seconds
                },
                peers: [(replay(bench, path), .cost(atMost: isLong ? 1.5 : nil))]
            ).findings(rounds: bench.rounds)
        }
        return all
    }

    private func replay(_ bench: Bench, _ path: String) -> Contender {
        Contender(name: "timeline replay --verify") {
            try bench.command([bench.tool, "replay", path, "--verify"]).run().seconds
        }
    }
}
