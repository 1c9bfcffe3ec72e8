internal import EpisodesCore
internal import Foundation
internal import TimelineKit
internal import TimelineReplay

/// Reducing whole recordings again.
enum ReplayMeasures {
    static func replay(_ context: BenchmarkContext) throws -> [Measure] {
        try context.scale.steps.prefix(3).flatMap { steps in
            try context.scale.stateBytes.prefix(2).map { bytes in
                let path = try context.recordings.path(steps: steps, stateBytes: bytes)
                let script = try context.file("replay.js", NodeReplay.script)
                try requireSameState(path, script, context)
                let goal = steps >= 100_000 ? 2.0 : nil
                let peers = [
                    context.peer("Node.js", "node", script, path, goal: goal, isSpeed: true),
                    context.peer("wc -l", "wc", "-l", path, isSpeed: true),
                ]
                return Measure("replay", "\(Amount.count(steps)) steps, state \(Amount.bytes(bytes))", peers: peers) {
                    try context.seconds("replay", path, "--verify")
                }
            }
        }
    }

    /// Both sides must reach the same state for the comparison to be valid.
    private static func requireSameState(_ path: String, _ script: String, _ context: BenchmarkContext) throws {
        guard let node = Command.find("node"), let jq = Command.find("jq") else { return }
        func sorted(_ arguments: [String], _ name: String) throws -> String {
            let text = try context.run(arguments).output
            return try context.run([jq, "-cS", ".", context.file(name, text)]).output
        }
        let ours = try sorted([context.tool, "state", path, "end", "--json"], "ours.json")
        guard ours == (try sorted([node, script, path], "theirs.json")) else {
            throw BenchmarkError(description: "Node.js and timeline reach different states of \(path)")
        }
    }

    static func verify(_ context: BenchmarkContext) throws -> [Measure] {
        try context.scale.steps.dropFirst().map { steps in
            let path = try context.recordings.path(steps: steps, stateBytes: 1000)
            let isLong = steps >= 10_000_000
            let values: [Measure.Value] = [
                .init("verify, a step"), .init("verify, memory", unit: "MB", goal: isLong ? 100 : nil),
            ]
            let growth = Measure.Growth(goal: isLong ? 1.1 : nil)
            return Measure(values, "\(Amount.count(steps)) steps", growth: growth, mostRounds: isLong ? 3 : nil) {
                let run = try context.run([context.tool, "replay", path, "--verify"])
                return [run.seconds / Double(steps), Double(run.peakBytes) / 1e6]
            }
        }
    }

    // MARK: - Many short recordings

    static func corpus(_ context: BenchmarkContext) throws -> [Measure] {
        // 10,000 at full scale.
        try [context.scale.actions / 200, context.scale.actions / 20].map { max(1, $0) }.map { count in
            let folder = try context.recordings.folder(of: count, steps: 50)
            let names = try FileManager.default.contentsOfDirectory(atPath: folder).sorted().map { "\(folder)/\($0)" }
            let peers = [
                Measure.Peer("replaying each in one process", goal: 1.1) { try cpuSeconds { try replayEach(names) } },
                Measure.Peer("timeline replay --verify for each", goal: 1.1) {
                    // A sample, as each starts a process.
                    let sample = names.prefix(20)
                    let seconds = try sample.reduce(0) {
                        try $0 + context.run([context.tool, "replay", $1, "--verify"]).cpuSeconds
                    }
                    return seconds / Double(sample.count) * Double(count)
                },
            ]
            let values: [Measure.Value] = [.init("corpus, CPU"), .init("corpus, memory", unit: "MB", goal: 100)]
            return Measure(values, "\(Amount.count(count)) recordings of 50 steps", peers: peers) {
                let run = try context.run([context.tool, "verify", folder])
                return [run.cpuSeconds, Double(run.peakBytes) / 1e6]
            }
        }
    }

    private static func replayEach(_ names: [String]) throws {
        for name in names {
            var replayer = try Replayer(program: EpisodesProgram(), timeline: name)
            while try replayer.next() != nil {}
            guard replayer.divergence == nil, replayer.counts.confirmed > 0 else {
                throw BenchmarkError(description: "\(name) is not confirmed")
            }
        }
    }

    /// The CPU time of this process in `body`.
    private static func cpuSeconds(_ body: () throws -> Void) rethrows -> Double {
        let start = clock()
        try body()
        return Double(clock() - start) / Double(CLOCKS_PER_SEC)
    }
}
