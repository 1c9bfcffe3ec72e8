internal import EpisodesCore
internal import Foundation
internal import TimelineKit

/// Measures `timeline verify` on many short recordings: its CPU time beside that of replaying each of them once, and its memory.
struct VerifyManyMeasure: Measure {
    static let name = "corpus"
    static let abstract = "the CPU time and the memory of verify on many recordings, beside replaying each once"

    func findings(_ context: BenchmarkContext) throws -> [Finding] {
        // 10,000 at full scale.
        let counts = [context.scale.actions / 200, context.scale.actions / 20].map { max(1, $0) }
        var all: [Finding] = []
        for count in counts {
            let folder = try context.recordings.folder(of: count, steps: 50)
            let size = "\(Amount.count(count)) recordings of 50 steps"
            var peak: [Double] = []
            let each = Comparison.Peer(name: "replaying each in one process", goal: 1.1) {
                try Self.cpuSeconds { try Self.replayEach(in: folder) }
            }
            let commands = Comparison.Peer(name: "timeline replay --verify for each", goal: 1.1) {
                // A sample, as each starts a process.
                let names = try Self.names(in: folder).prefix(20)
                let seconds = try names.reduce(0) {
                    try $0 + context.command([context.tool, "replay", $1, "--verify"]).run().cpuSeconds
                }
                return seconds / Double(names.count) * Double(count)
            }
            all += try Comparison(
                measure: "\(Self.name), CPU", size: size,
                ours: {
                    let outcome = try context.command([context.tool, "verify", folder]).run()
                    peak.append(Double(outcome.peakBytes) / 1_000_000)
                    return outcome.cpuSeconds
                }, peers: [each, commands]
            ).findings(rounds: context.rounds)
            all.append(
                Finding(measure: "\(Self.name), memory", size: size, ours: Spread(peak), goal: 100, unit: "MB"))
        }
        return all
    }

    private static func names(in folder: String) throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: folder).sorted().map { "\(folder)/\($0)" }
    }

    private static func replayEach(in folder: String) throws {
        for name in try names(in: folder) {
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
