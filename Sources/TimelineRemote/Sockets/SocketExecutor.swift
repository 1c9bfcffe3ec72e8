internal import Dispatch

/// Runs the tasks that wait at sockets on dispatch threads: an app may block all threads of Swift's concurrency, and
/// that is when its state is most needed.
final class SocketExecutor: TaskExecutor {
    /// Shared by all clients of the process.
    static let clients = SocketExecutor()

    private let queue = DispatchQueue(label: "timeline.host", qos: .userInitiated, attributes: .concurrent)

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        queue.async { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
    }
}
