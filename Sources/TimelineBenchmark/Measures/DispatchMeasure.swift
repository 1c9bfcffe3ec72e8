internal import EpisodesCore
internal import Foundation
internal import TimelineKit

/// How long single dispatches wait for the recorder, at which durability, and what a recorder costs at launch.
struct DispatchMeasure: Measure {
    static let name = "dispatch"
    static let abstract = "the slowest dispatches, durability, the bytes of a step, and a recorder at launch"

    func findings(_ context: BenchmarkContext) throws -> [Finding] {
        try context.scale.stateBytes.flatMap { try waits(context, $0) } + durability(context) + launch(context)
    }

    /// The times of single dispatches: the 99th percentile beside the median, and the maximum.
    private func waits(_ context: BenchmarkContext, _ bytes: Int) throws -> [Finding] {
        let session = EpisodesSession(count: 1, stateBytes: bytes)
        let (state, action) = (session.largeState, session.smallAction)
        let size = "state \(Amount.bytes(bytes))"
        var readings: [(median: Double, late: Double, maximum: Double)] = []
        var lineBytes = 0.0
        for _ in 0..<context.rounds {
            let path = context.recordings.scratch("dispatch.jsonl")
            let recorder = Recorder(program: EmptyEpisodes(initialState: state), in: .file(path))
            var times: [Duration] = []
            times.reserveCapacity(context.scale.actions)
            let clock = ContinuousClock()
            for _ in 0..<context.scale.actions {
                let start = clock.now
                recorder.commit(recorder.begin(action), state)
                times.append(clock.now - start)
            }
            recorder.finish()
            times.sort()
            readings.append(
                (
                    times[times.count / 2] / .seconds(1), times[times.count * 99 / 100] / .seconds(1),
                    times[times.count - 1] / .seconds(1)
                ))
            let size = try FileManager.default.attributesOfItem(atPath: path)[.size] as? NSNumber
            lineBytes = (size?.doubleValue ?? 0) / Double(context.scale.actions)
            _ = context.recordings.scratch("dispatch.jsonl")
        }
        let late = Finding(
            measure: "dispatch, 99th percentile", size: size, peer: "the median dispatch",
            ours: Spread(readings.map(\.late)), theirs: Spread(readings.map(\.median)),
            ratio: Spread(readings.map { $0.late / $0.median }), goal: 10)
        return [
            late, Finding(measure: "dispatch, maximum", size: size, ours: Spread(readings.map(\.maximum))),
            Finding(
                measure: "dispatch, bytes of a step, snapshots included", size: size, ours: Spread([lineBytes]),
                unit: "bytes"),
        ]
    }

    private func durability(_ context: BenchmarkContext) throws -> [Finding] {
        let session = EpisodesSession(count: 1, stateBytes: 1000)
        let (state, action) = (session.largeState, session.smallAction)
        let levels: [(String, Durability, Int)] = [
            (".timed", .timed, context.scale.actions), (".strict", .strict, max(10, context.scale.actions / 200)),
        ]
        return try levels.flatMap { name, level, count in
            func record(_ durability: Durability) -> Double {
                let path = context.recordings.scratch("durability.jsonl")
                let recorder = Recorder(
                    program: EmptyEpisodes(initialState: state), in: .file(path),
                    options: RecorderOptions(durability: durability))
                let seconds = Stopwatch.seconds(each: count) {
                    for _ in 1...count { recorder.commit(recorder.begin(action), state) }
                }
                recorder.finish()
                return seconds
            }
            return try Comparison(
                measure: "dispatch, \(name)", size: "state 1KB", ours: { record(level) },
                peers: [.init(name: ".process") { record(.process) }]
            ).findings(rounds: context.rounds)
        }
    }

    /// Creating a recorder, and restoring the last state, as an app does at launch.
    private func launch(_ context: BenchmarkContext) throws -> [Finding] {
        try context.scale.stateBytes.map { bytes in
            let state = EpisodesSession(count: 1, stateBytes: bytes).largeState
            let program = EmptyEpisodes(initialState: state)
            let folder = context.recordings.scratch("launch")
            defer { try? FileManager.default.removeItem(atPath: folder) }
            try StateRestorer(program: program, in: folder).save(state)
            let readings = try (0..<context.rounds).map { round in
                try Stopwatch.seconds(each: 1) {
                    let restorer = StateRestorer(program: program, in: folder)
                    let restored = restorer.restore()
                    restorer.launched()
                    guard restored.source == .lastSaved else {
                        throw BenchmarkError(description: "the saved state was not restored")
                    }
                    let recorder = Recorder(program: program, in: .file("\(folder)/run-\(round).jsonl"))
                    guard recorder.problem == nil else { throw BenchmarkError(description: "\(recorder.problem!)") }
                }
            }
            return Finding(
                measure: "dispatch, restoring a state and creating a recorder", size: "state \(Amount.bytes(bytes))",
                ours: Spread(readings))
        }
    }
}

/// The episodes program with a reducer that does nothing, so that only recording is measured.
struct EmptyEpisodes: Program {
    let name = "episodes"
    let version = "1"
    let initialState: EpisodesState

    func reduce(_ state: inout EpisodesState, _ action: EpisodesAction) {}
}
