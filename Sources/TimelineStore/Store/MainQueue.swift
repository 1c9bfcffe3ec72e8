internal import Dispatch
internal import TimelineKit

/// Runs work on the main queue for other threads. While the main thread waits for one of them, it runs their work itself.
enum MainQueue {
    /// Sendable because `work` is used only by who removed the job from the list, whose mutex is `jobs`.
    private final class Job: @unchecked Sendable {
        let isDone = DispatchSemaphore(value: 0)
        private var work: (() -> Void)?

        init(_ work: @escaping () -> Void) { self.work = work }

        func run() {
            work?()
            // Before the caller of `sync` continues, whose closure must not escape.
            work = nil
            isDone.signal()
        }
    }

    private struct Jobs {
        var waiting: [Job] = []
        /// Signaled for each job while the main thread waits.
        var arrival: DispatchSemaphore?
    }

    private static let jobs = Locked(Jobs())

    private static let key: DispatchSpecificKey<Bool> = {
        let key = DispatchSpecificKey<Bool>()
        DispatchQueue.main.setSpecific(key: key, value: true)
        return key
    }()

    /// On Linux the main queue may run on any thread.
    static var isCurrent: Bool { DispatchQueue.getSpecific(key: key) != nil }

    static func sync<Result>(_ body: () -> Result) -> Result {
        if isCurrent { return body() }
        return withoutActuallyEscaping(body) { body in
            var result: Result?
            let job = Job { result = body() }
            jobs.withLock { jobs in
                jobs.waiting.append(job)
                jobs.arrival?.signal()
            }
            DispatchQueue.main.async { runNext() }
            job.isDone.wait()
            guard let result else { preconditionFailure("the job was run") }
            return result
        }
    }

    /// `work` and earlier work of the queue may call `sync`.
    static func wait(for queue: DispatchQueue, _ work: @escaping @Sendable () -> Void) {
        guard isCurrent else { return queue.sync(execute: work) }
        let arrival = DispatchSemaphore(value: 0)
        let isDone = DispatchSemaphore(value: 0)
        let outer = jobs.withLock { exchange(&$0.arrival, with: arrival) }
        queue.async {
            work()
            isDone.signal()
            arrival.signal()
        }
        repeat {
            while runNext() {}
            arrival.wait()
        } while isDone.wait(timeout: .now()) == .timedOut
        jobs.withLock { $0.arrival = outer }
    }

    @discardableResult private static func runNext() -> Bool {
        guard let job = jobs.withLock({ $0.waiting.isEmpty ? nil : $0.waiting.removeFirst() }) else { return false }
        job.run()
        return true
    }
}
