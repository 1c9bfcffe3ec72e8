internal import EpisodesCore
internal import Foundation
internal import TimelineJSON
internal import TimelineJournal
internal import TimelineKit
internal import TimelineSystem

/// The time that recording an action takes on the thread that dispatches it.
struct RecordingMeasure: Measure {
    static let name = "record"
    static let abstract = "a recorded action beside a bare write(2) of the same bytes, and other recorders"

    /// A line that a naive recorder writes for each action.
    private struct Entry: Encodable {
        let seq: Int
        let at: Date
        let action: EpisodesAction
    }

    func findings(_ context: BenchmarkContext) throws -> [Finding] {
        var all: [Finding] = []
        var sizes: [(size: String, finding: Finding)] = []
        for bytes in context.scale.stateBytes {
            let size = "state \(Amount.bytes(bytes))"
            let session = EpisodesSession(count: 1, stateBytes: bytes)
            let state = session.largeState
            let count = context.scale.actions
            let found = try Comparison(
                measure: Self.name, size: size, ours: { record(session, state, count, context) },
                peers: [
                    .init(name: "bare write(2)", goal: 3) { try bareWrite(count, context) },
                    .init(name: "JSONEncoder and FileHandle") { try naive(session, count / 10, context) },
                    .init(name: "the whole state each time") {
                        try wholeState(state, max(3, context.scale.codedBytes / bytes), context)
                    },
                ]
            ).findings(rounds: context.rounds)
            all += found
            sizes.append((size, found[0]))
        }
        return all + context.growth(Self.name, sizes, goal: { _ in 1.1 })
    }

    /// Records `count` actions without reducing them.
    ///
    /// - Returns: The seconds per action.
    private func record(
        _ session: EpisodesSession, _ state: EpisodesState, _ count: Int, _ context: BenchmarkContext
    ) -> Double {
        let path = context.recordings.scratch("record.jsonl")
        let recorder = Recorder(program: EmptyEpisodes(initialState: state), in: .file(path))
        let action = session.smallAction
        let seconds = Stopwatch.seconds(each: count) {
            for _ in 1...count { recorder.commit(recorder.begin(action), state) }
        }
        recorder.finish()
        // `scratch` removes the file, which can be large.
        _ = context.recordings.scratch("record.jsonl")
        return seconds
    }

    /// Writes the same line `count` times with `write(2)`.
    ///
    /// - Returns: The seconds per line.
    private func bareWrite(_ count: Int, _ context: BenchmarkContext) throws -> Double {
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

    /// Encodes each of `count` actions as JSON, and writes it.
    ///
    /// - Returns: The seconds per action.
    private func naive(_ session: EpisodesSession, _ count: Int, _ context: BenchmarkContext) throws -> Double {
        let file = try context.recordings.scratchFile("naive.jsonl")
        defer { try? file.close() }
        let encoder = JSONEncoder()
        let action = session.smallAction
        return try Stopwatch.seconds(each: count) {
            for seq in 1...count {
                var line = try encoder.encode(Entry(seq: seq, at: Date(), action: action))
                line.append(UInt8(ascii: "\n"))
                try file.write(contentsOf: line)
            }
        }
    }

    /// Encodes the whole state as JSON, and writes it, `count` times.
    ///
    /// - Returns: The seconds per state.
    private func wholeState(_ state: EpisodesState, _ count: Int, _ context: BenchmarkContext) throws -> Double {
        let file = try context.recordings.scratchFile("states.jsonl")
        defer { try? file.close() }
        let encoder = JSONEncoder()
        return try Stopwatch.seconds(each: count) {
            for _ in 1...count { try file.write(contentsOf: encoder.encode(state)) }
        }
    }
}
