internal import Dispatch
internal import TimelineKit

/// A wait that needs none of the threads that all tasks share: `Task.sleep` wakes on them, and where an app blocks them a
/// deadline would never come.
final class Alarm: Sendable {
    private struct Waiting {
        var continuation: CheckedContinuation<Void, any Error>?
        var isOver = false
    }

    private static let queue = DispatchQueue(label: "timeline.host.alarms")
    private let waiting = Locked(Waiting())

    private init() {}

    /// Waits for a time.
    ///
    /// - Throws: `CancellationError`, at once, where the task is cancelled.
    static func wait(for time: Duration) async throws {
        let alarm = Alarm()
        let (seconds, attoseconds) = time.components
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                guard alarm.begin(continuation) else { return continuation.resume(throwing: CancellationError()) }
                queue.asyncAfter(deadline: .now() + Double(seconds) + Double(attoseconds) / 1e18) { alarm.end(nil) }
            }
        } onCancel: {
            alarm.end(CancellationError())
        }
    }

    /// - Returns: false where it is over before it began.
    private func begin(_ continuation: CheckedContinuation<Void, any Error>) -> Bool {
        waiting.withLock { waiting in
            if waiting.isOver { return false }
            waiting.continuation = continuation
            return true
        }
    }

    private func end(_ error: CancellationError?) {
        let continuation = waiting.withLock { waiting in
            waiting.isOver = true
            return waiting.continuation.take()
        }
        if let error { continuation?.resume(throwing: error) } else { continuation?.resume() }
    }
}
