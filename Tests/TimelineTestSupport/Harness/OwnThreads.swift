import Foundation
import Synchronization
package import Testing

/// Runs tests that wait for processes, or take more than a second, on threads of their own, at most six at once. On the two
/// threads of the pool they would hold up all other tests. The seconds of each case are appended to the file that `TIMELINE_DURATIONS`
/// names.
package struct OwnThreads: SuiteTrait, TestTrait, TestScoping {
    package let isRecursive = true

    package func provideScope(
        for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
    ) async throws {
        // A suite has no case, and its tests have scopes of their own.
        if testCase == nil { return try await function() }
        try await withTaskExecutorPreference(DetachedThreads.shared) {
            let start = ContinuousClock.now
            defer { Self.note(test, ContinuousClock.now - start) }
            try await function()
        }
    }

    private static let durations = ProcessInfo.processInfo.environment["TIMELINE_DURATIONS"].map {
        open($0, O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC, 0o600)
    }

    private static func note(_ test: Test, _ duration: Duration) {
        guard let durations else { return }
        let suite = test.id.nameComponents.first ?? ""
        let line = Array("\(duration / .seconds(1)) \(suite).\(test.name)\n".utf8)
        _ = write(durations, line, line.count)
    }
}

extension Trait where Self == OwnThreads {
    /// Runs the tests on threads of their own, as they wait.
    package static var ownThreads: OwnThreads { OwnThreads() }
}

/// Runs each job on a new thread. A dispatch queue would add threads too slowly.
private final class DetachedThreads: TaskExecutor {
    private struct State {
        var running = 0
        var waiting: [UnownedJob] = []
    }

    static let shared = DetachedThreads()
    private static let limit = 6

    private let state = Mutex(State())

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        let starts = state.withLock { state in
            if state.running == Self.limit {
                state.waiting.append(job)
                return false
            }
            state.running += 1
            return true
        }
        if starts { start(job) }
    }

    private func start(_ job: UnownedJob) {
        let thread = Thread { [self] in
            var next: UnownedJob? = job
            while let job = next {
                job.runSynchronously(on: asUnownedTaskExecutor())
                next = state.withLock { state in
                    if state.waiting.isEmpty {
                        state.running -= 1
                        return nil
                    }
                    return state.waiting.removeFirst()
                }
            }
        }
        thread.stackSize = 8 << 20
        thread.start()
    }
}
