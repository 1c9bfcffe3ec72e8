internal import Dispatch
internal import EpisodesCore
internal import Foundation
internal import Synchronization
internal import TimelineKit
internal import TimelineRemote
internal import TimelineStore

/// A dispatch with a remote follower that does not read, beside one without a follower.
struct FollowerMeasure: Measure {
    static let name = "follower"
    static let abstract = "a dispatch while a follower does not read, beside one without a follower"

    func findings(_ bench: Bench) throws -> [Finding] {
        let count = bench.extent.actions / 2
        return try Contest(
            measure: Self.name, size: "does not read",
            ours: Contender(name: "a follower") { try dispatch(count, followed: true, bench) },
            peers: [
                (Contender(name: "no follower") { try dispatch(count, followed: false, bench) }, .cost(atMost: 1.1))
            ]
        ).findings(rounds: bench.rounds)
    }

    private func dispatch(_ count: Int, followed: Bool, _ bench: Bench) throws -> Double {
        let program = EpisodesProgram()
        let recorder = Recorder(program: program, in: .file(bench.recordings.scratch("followed.jsonl")))
        let store = Store(program: program, middleware: [recorder.middleware])
        let host = TimelineHost(
            store, program: program, recorder: recorder, tokenFile: bench.recordings.scratch("followed.token"))
        let place = try host.start()
        let follower = BlockingTask<RemoteClient.Messages<FollowMessage>?> {
            guard followed, let address = RemoteAddress(place.url) else { return nil }
            let text = try String(contentsOfFile: place.tokenFile, encoding: .utf8)
            guard let token = RemoteToken(text.trimmingCharacters(in: .newlines)) else { return nil }
            return try await RemoteClient(address, token: token).follow()
        }
        let connection = try follower.get()
        guard (connection != nil) == followed else {
            throw BenchmarkError(description: "the host at \(place.url) cannot be followed")
        }
        let seconds = Stopwatch.seconds(each: count) {
            for _ in 1...count { store.dispatch(.searchChanged(text: "rick")) }
        }
        try withExtendedLifetime(connection) { try BlockingTask { await host.finish() }.get() }
        recorder.finish()
        return seconds
    }
}

/// A task whose result a thread waits for.
private struct BlockingTask<Value: Sendable>: Sendable {
    private final class Box: Sendable {
        let result = Mutex<Result<Value, any Error>?>(nil)
        let isDone = DispatchSemaphore(value: 0)
    }

    private let box = Box()

    init(_ body: @escaping @Sendable () async throws -> Value) {
        let box = box
        Task.detached {
            let result: Result<Value, any Error>
            do { result = .success(try await body()) } catch { result = .failure(error) }
            box.result.withLock { $0 = result }
            box.isDone.signal()
        }
    }

    func get() throws -> Value {
        box.isDone.wait()
        guard let result = box.result.withLock({ $0 }) else { preconditionFailure("the task has no result") }
        return try result.get()
    }
}
