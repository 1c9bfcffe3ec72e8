internal import Dispatch
internal import Synchronization
internal import TimelineSystem

/// Ends this process if a replay does not continue for some time: a reducer, or a process that replays for comparison, does not
/// return.
///
/// The limit is on each step, as a long timeline may take long. Only time in which this process runs counts, so that a process
/// that was stopped for a while is not ended.
final class ProgressLimit: Sendable {
    private struct State {
        /// nil while no timeline is replayed.
        var limit: Duration?
        var isScheduled = false
        /// The count of the last check, and the number of checks since it changed.
        var count = 0
        var checks = 0
    }

    private static let checksPerLimit = 10
    /// The search for a cause waits about a second without a step.
    private static let slack = Duration.milliseconds(1500)

    private let state = Locked(State())
    private let queue = DispatchQueue(label: "timeline.progress-limit")
    private let count = Atomic(0)
    private let step = Atomic(-1)
    private let isReducing = Atomic(false)

    /// Limits the next replay, until `stop()`.
    func start(seconds: Int) {
        guard seconds > 0 else { return }
        step.store(-1, ordering: .relaxed)
        isReducing.store(false, ordering: .relaxed)
        let limit = Duration.seconds(seconds)
        let mustSchedule = state.withLock { state in
            state.limit = limit
            state.checks = 0
            defer { state.isScheduled = true }
            return !state.isScheduled
        }
        if mustSchedule { schedule(limit) }
    }

    /// After this call, the process is not ended.
    func stop() { state.withLock { $0.limit = nil } }

    /// Notes a step before its reducer runs, and nil after it returned. For `Replayer.onReducing`; called by one thread at a time.
    func note(_ seq: Int?) {
        if let seq { step.store(seq, ordering: .relaxed) }
        isReducing.store(seq != nil, ordering: .relaxed)
        count.store(count.load(ordering: .relaxed) &+ 1, ordering: .relaxed)
    }

    private func schedule(_ limit: Duration) {
        let interval = limit / Self.checksPerLimit
        queue.asyncAfter(deadline: .now() + interval / .seconds(1)) { self.check() }
    }

    private func check() {
        let limit = state.withLock { state -> Duration? in
            guard let limit = state.limit else {
                state.isScheduled = false
                return nil
            }
            let count = self.count.load(ordering: .relaxed)
            state.checks = count == state.count ? state.checks + 1 : 0
            state.count = count
            // With the lock, so that no answer follows.
            if limit / Self.checksPerLimit * state.checks >= limit + Self.slack { end() }
            return limit
        }
        if let limit { schedule(limit) }
    }

    private func end() -> Never {
        let seq = step.load(ordering: .relaxed)
        let message = WorkerMessage.timeout(
            seq: seq < 0 ? nil : seq, isReducing: isReducing.load(ordering: .relaxed))
        RecordSeparated.write(message.bytes)
        // The exit handlers could wait for the reducer.
        Signal.Handler.exit(ExitStatus.cannotTell.rawValue)
    }
}
