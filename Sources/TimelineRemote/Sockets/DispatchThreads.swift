internal import Dispatch

/// Timers that fire on a dispatch queue, so that timeouts work while an app blocks the threads of Swift's concurrency, which
/// `Task.sleep` needs.
enum AsyncTimer {
    private static let queue = DispatchQueue(label: "timeline.remote.timer")

    /// Waits for `time`.
    ///
    /// - Throws: `CancellationError`, immediately, if the task is canceled.
    static func wait(for time: Duration) async throws {
        let (fired, continuation) = AsyncStream<Never>.makeStream()
        after(time) { continuation.finish() }
        for await _ in fired {}
        try Task.checkCancellation()
    }

    /// Runs `work`, and cancels it after `time`.
    ///
    /// - Returns: nil on timeout, when `work` has returned.
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

    /// Calls `work` on a serial queue after `time`; it must not wait.
    static func after(_ time: Duration, _ work: @escaping @Sendable () -> Void) {
        queue.asyncAfter(deadline: .now() + time / .seconds(1), execute: work)
    }
}

/// Runs tasks that wait for sockets on dispatch threads, so that they progress while an app blocks the threads of Swift's
/// concurrency.
final class SocketExecutor: TaskExecutor {
    /// Shared by all clients of the process.
    static let clients = SocketExecutor()

    private let queue = DispatchQueue(label: "timeline.host", qos: .userInitiated, attributes: .concurrent)

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        queue.async { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
    }
}
