internal import EpisodesCore
internal import Foundation
internal import TimelineKit

/// The time that recording an action takes on the thread that dispatches it.
enum RecordingMeasures {
    /// The episodes program with a reducer that does nothing, so that only recording is measured.
    private struct EmptyEpisodes: Program {
        let name = "episodes"
        let version = "1"
        let initialState: EpisodesState

        func reduce(_ state: inout EpisodesState, _ action: EpisodesAction) {}
    }

    /// A line that a naive recorder writes for each action.
    private struct Entry: Encodable {
        let seq: Int
        let at: Date
        let action: EpisodesAction
    }

    static func recording(_ context: BenchmarkContext) -> [Measure] {
        context.scale.stateBytes.map { bytes in
            let state = EpisodesSession(count: 1, stateBytes: bytes).largeState
            let count = context.scale.actions
            let peers = [
                Measure.Peer("bare write(2)", goal: 3) { try bareWrite(count, context) },
                Measure.Peer("JSONEncoder and FileHandle") {
                    try encoded(count / 10, context) { Entry(seq: $0, at: Date(), action: EpisodesSession.smallAction) }
                },
                Measure.Peer("the whole state each time") {
                    try encoded(max(3, context.scale.codedBytes / bytes), context) { _ in state }
                },
            ]
            return Measure("record", "state \(Amount.bytes(bytes))", peers: peers, growth: .init(goal: 1.1)) {
                record(count, state, context)
            }
        }
    }

    /// Records actions without reducing them.
    private static func record(
        _ count: Int, _ state: EpisodesState, durability: Durability = .process, _ context: BenchmarkContext
    ) -> Double {
        let action = EpisodesSession.smallAction
        let options = RecorderOptions(durability: durability)
        return context.seconds(each: count, recording: EmptyEpisodes(initialState: state), options: options) {
            for _ in 1...count { $0.commit($0.begin(action), state) }
        }
    }

    /// Writes the same line each time.
    private static func bareWrite(_ count: Int, _ context: BenchmarkContext) throws -> Double {
        let line =
            #"{"seq":100000,"at":0.123456,"action":{"searchChanged":{"text":"rick"}},"from":"user","crc":"1f0c22ab"}"#
            + "\n"
        let files = SystemFiles()
        let path = context.recordings.scratch("write.jsonl")
        let descriptor = files.create(path)
        guard descriptor >= 0 else { throw BenchmarkError(description: "cannot create \(path)") }
        defer { files.close(descriptor) }
        return Array(line.utf8).withUnsafeBytes { line in
            Stopwatch.seconds(each: count) {
                for _ in 1...count { precondition(files.append(line, to: descriptor) == line.count) }
            }
        }
    }

    /// Encodes a value with Foundation, and writes it, each time.
    private static func encoded(
        _ count: Int, _ context: BenchmarkContext, _ value: (_ number: Int) -> some Encodable
    ) throws -> Double {
        let file = try context.recordings.scratchFile("encoded.jsonl")
        defer { try? file.close() }
        let encoder = JSONEncoder()
        return try Stopwatch.seconds(each: count) {
            for number in 1...count {
                var line = try encoder.encode(value(number))
                line.append(UInt8(ascii: "\n"))
                try file.write(contentsOf: line)
            }
        }
    }

    // MARK: - Single dispatches

    static func dispatch(_ context: BenchmarkContext) -> [Measure] {
        let count = context.scale.actions
        let small = EpisodesSession(count: 1, stateBytes: 1000).largeState
        let levels: [(String, Durability, Int)] = [
            (".timed", .timed, count), (".strict", .strict, max(10, count / 200)),
        ]
        let durability = levels.map { name, level, count in
            let process = Measure.Peer(".process") { record(count, small, context) }
            return Measure("dispatch, \(name)", "state 1KB", peers: [process]) {
                record(count, small, durability: level, context)
            }
        }
        return context.scale.stateBytes.map { waits($0, context) } + durability
            + context.scale.stateBytes.map { launch($0, context) }
    }

    private static func waits(_ bytes: Int, _ context: BenchmarkContext) -> Measure {
        let state = EpisodesSession(count: 1, stateBytes: bytes).largeState
        let values: [Measure.Value] = [
            .init("dispatch, median"), .init("dispatch, 99th percentile", unit: "× the median", goal: 10),
            .init("dispatch, maximum"), .init("dispatch, bytes of a step, snapshots included", unit: "bytes"),
        ]
        return Measure(values, "state \(Amount.bytes(bytes))") {
            let path = context.recordings.scratch("dispatch.jsonl")
            defer { try? FileManager.default.removeItem(atPath: path) }
            let recorder = Recorder(program: EmptyEpisodes(initialState: state), in: .file(path))
            let (clock, count) = (ContinuousClock(), context.scale.actions)
            var times: [Duration] = []
            times.reserveCapacity(count)
            for _ in 0..<count {
                let start = clock.now
                recorder.commit(recorder.begin(EpisodesSession.smallAction), state)
                times.append(clock.now - start)
            }
            recorder.finish()
            let seconds = times.sorted().map { $0 / .seconds(1) }
            let median = seconds[count / 2]
            let bytes = Double(try Recordings.bytes(of: path)) / Double(count)
            return [median, seconds[count * 99 / 100] / median, seconds[count - 1], bytes]
        }
    }

    /// Creating a recorder, and restoring the last state, as an app does at launch.
    private static func launch(_ bytes: Int, _ context: BenchmarkContext) -> Measure {
        let state = EpisodesSession(count: 1, stateBytes: bytes).largeState
        let program = EmptyEpisodes(initialState: state)
        let size = "state \(Amount.bytes(bytes))"
        return Measure("dispatch, restoring a state and creating a recorder", size) {
            let folder = context.recordings.scratch("launch")
            defer { try? FileManager.default.removeItem(atPath: folder) }
            try StateRestorer(program: program, in: folder).save(state)
            return try Stopwatch.seconds {
                let restorer = StateRestorer(program: program, in: folder)
                let restored = restorer.restore()
                restorer.launched()
                guard restored.source == .lastSaved else {
                    throw BenchmarkError(description: "the saved state was not restored")
                }
                let recorder = Recorder(program: program, in: .file("\(folder)/run.jsonl"))
                if let problem = recorder.problem { throw BenchmarkError(description: "\(problem)") }
            }
        }
    }
}
