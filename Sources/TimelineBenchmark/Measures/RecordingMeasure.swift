internal import EpisodesCore
internal import Foundation
internal import TimelineJSON
internal import TimelineJournal
internal import TimelineKit
internal import TimelineSystem

/// The cost of recording on the dispatching thread.
struct RecordingMeasure: Measure {
    static let name = "record"
    static let abstract = "a recorded action beside a bare write(2) of the same bytes, and other recorders"

    /// The line of a naive recorder.
    private struct Entry: Encodable {
        let seq: Int
        let at: Date
        let action: EpisodesAction
    }

    /// The example with a reducer that does nothing.
    private struct EmptyProgram: Program {
        let name = "episodes"
        let version = "1"
        let initialState: EpisodesState

        func reduce(_ state: inout EpisodesState, _ action: EpisodesAction) {}
    }

    func findings(_ bench: Bench) throws -> [Finding] {
        var all: [Finding] = []
        var sizes: [(size: String, finding: Finding)] = []
        for bytes in bench.extent.stateBytes {
            let size = "state \(Amount.bytes(bytes))"
            let session = EpisodesSession(count: 1, stateBytes: bytes)
            let state = session.largeState
            let count = bench.extent.actions
            let found = try Contest(
                measure: Self.name, size: size,
                ours: Contender(name: "recorder") { try record(session, state, count, bench) },
                peers: [
                    (Contender(name: "bare write(2)") { try bareWrite(count, bench) }, .cost(atMost: 2)),
                    (
                        Contender(name: "JSONEncoder and FileHandle") { try naive(session, count / 10, bench) },
                        .cost(atMost: nil)
                    ),
                    (
                        Contender(name: "the whole state each time") {
                            try wholeState(state, max(3, bench.extent.codedBytes / bytes), bench)
                        }, .cost(atMost: nil)
                    ),
                ]
            ).findings(rounds: bench.rounds)
            all += found
            sizes.append((size, found[0]))
        }
        return all + bench.growth(Self.name, sizes) { _ in 1.1 }
    }

    /// Calls `begin` and `commit` without a reducer between them.
    private func record(_ session: EpisodesSession, _ state: EpisodesState, _ count: Int, _ bench: Bench) throws
        -> Double
    {
        let path = bench.recordings.scratch("record.jsonl")
        let recorder = Recorder(program: EmptyProgram(initialState: state), in: .file(path))
        let action = session.smallAction
        let seconds = Stopwatch.seconds(each: count) {
            for _ in 1...count { recorder.commit(recorder.begin(action), state) }
        }
        recorder.finish()
        _ = bench.recordings.scratch("record.jsonl")
        return seconds
    }

    private func bareWrite(_ count: Int, _ bench: Bench) throws -> Double {
        let line =
            Array(
                #"{"seq":100000,"at":0.123456,"action":{"searchChanged":{"text":"rick"}},"from":"user","crc":"1f0c22ab"}"#
                    .utf8)
            + [UInt8(ascii: "\n")]
        let files = SystemFiles()
        let descriptor = files.create(bench.recordings.scratch("write.jsonl"))
        guard descriptor >= 0 else { throw BenchmarkError(description: "cannot open a file to write to") }
        defer { files.close(descriptor) }
        return line.withUnsafeBytes { line in
            Stopwatch.seconds(each: count) {
                for _ in 1...count { precondition(files.append(line, to: descriptor) == line.count) }
            }
        }
    }

    private func naive(_ session: EpisodesSession, _ count: Int, _ bench: Bench) throws -> Double {
        let file = try bench.recordings.scratchFile("naive.jsonl")
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

    private func wholeState(_ state: EpisodesState, _ count: Int, _ bench: Bench) throws -> Double {
        let file = try bench.recordings.scratchFile("states.jsonl")
        defer { try? file.close() }
        let encoder = JSONEncoder()
        return try Stopwatch.seconds(each: count) {
            for _ in 1...count { try file.write(contentsOf: encoder.encode(state)) }
        }
    }
}
