internal import Dispatch

/// Threads for those who wait at sockets, of a host and of its clients. The threads that an app's tasks share may all be blocked, and that is just when someone wants to
/// look inside.
final class SocketThreads: TaskExecutor {
    /// For those who ask a host: it does not wait long for what was begun to be said.
    static let ofClients = SocketThreads()

    private let queue = DispatchQueue(label: "timeline.host", qos: .userInitiated, attributes: .concurrent)

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        queue.async { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
    }
}
