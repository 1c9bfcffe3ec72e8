internal import EpisodesCore
internal import Foundation
internal import TimelineKit
internal import TimelineStore

/// Eight threads that dispatch to one recorded store, beside one.
struct ThreadsMeasure: Measure {
    static let name = "threads"
    static let abstract = "eight threads that dispatch to one recorded store, beside one thread"

    func findings(_ bench: Bench) throws -> [Finding] {
        let count = 2 * bench.extent.actions
        return try Contest(
            measure: Self.name, size: "8 threads",
            ours: Contender(name: "8 threads") { try dispatch(count, threads: 8, bench) },
            peers: [(Contender(name: "1 thread") { try dispatch(count, threads: 1, bench) }, .speed(atLeast: 0.8))]
        ).findings(rounds: bench.rounds)
    }

    private func dispatch(_ count: Int, threads: Int, _ bench: Bench) throws -> Double {
        let program = EpisodesProgram()
        let recorder = Recorder(program: program, in: .file(bench.recordings.scratch("threads.jsonl")))
        let store = Store(program: program, middleware: [recorder.middleware])
        let seconds = Stopwatch.seconds(each: count) {
            DispatchQueue.concurrentPerform(iterations: threads) { _ in
                for _ in 0..<count / threads { store.dispatch(.searchChanged(text: "rick")) }
            }
        }
        recorder.finish()
        return seconds
    }
}
