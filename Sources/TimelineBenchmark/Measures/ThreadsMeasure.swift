internal import EpisodesCore
internal import Foundation
internal import TimelineKit
internal import TimelineStore

/// Eight threads that dispatch to one recorded store, beside one.
struct ThreadsMeasure: Measure {
    static let name = "threads"
    static let abstract = "eight threads that dispatch to one recorded store, beside one thread"

    func findings(_ context: BenchmarkContext) throws -> [Finding] {
        try Comparison(
            measure: Self.name, size: "8 threads", ours: { dispatch(threads: 8, context) },
            peers: [.init(name: "1 thread", isSpeed: true, goal: 0.8) { dispatch(threads: 1, context) }]
        ).findings(rounds: context.rounds)
    }

    private func dispatch(threads: Int, _ context: BenchmarkContext) -> Double {
        let count = 2 * context.scale.actions
        let program = EpisodesProgram()
        let recorder = Recorder(program: program, in: .file(context.recordings.scratch("threads.jsonl")))
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
