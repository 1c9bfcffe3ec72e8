internal import Dispatch

extension DispatchQueue {
    func run<Value: Sendable, Failure: Error>(
        _ work: @escaping @Sendable () throws(Failure) -> Value
    ) async throws(Failure) -> Value {
        let result = await withCheckedContinuation { continuation in
            async { continuation.resume(returning: Result(catching: work)) }
        }
        return try result.get()
    }
}

/// Unlike `Task.sleep`, its timers fire even if the app blocks every thread of Swift's cooperative pool.
enum AsyncTimer {
    private static let queue = DispatchQueue(label: "timeline.remote.timer")

    static func wait(for time: Duration) async throws {
        let (fired, continuation) = AsyncStream<Never>.makeStream()
        after(time) { continuation.finish() }
        for await _ in fired {}
        try Task.checkCancellation()
    }

    /// Returns nil on timeout, once `work` has ended: it must respond to cancellation.
    static func timeout<Result: Sendable>(
        _ time: Duration, _ work: @escaping @Sendable () async throws -> Result
    ) async throws -> Result? {
        try await withThrowingTaskGroup(of: Result?.self) { group in
            group.addTask { try await work() }
            group.addTask {
                try await wait(for: time)
                return nil
            }
            defer { group.cancelAll() }
            return try await group.next() ?? nil
        }
    }

    /// `work` must not block: it would delay all other timers.
    static func after(_ time: Duration, _ work: @escaping @Sendable () -> Void) {
        queue.asyncAfter(deadline: .now() + time / .seconds(1), execute: work)
    }
}

/// Lets socket I/O proceed while the app blocks Swift's cooperative pool.
final class SocketExecutor: TaskExecutor {
    static let clients = SocketExecutor()

    private let queue = DispatchQueue(label: "timeline.remote.sockets", qos: .userInitiated, attributes: .concurrent)

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        queue.async { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
    }
}
