internal import Dispatch
internal import TimelineDebugger
internal import TimelineSystem

/// Kills a process whose replay does not take a step for some time. Only time in which this process runs counts.
final class ProgressWatch: Sendable {
    private enum State { case watching, stopped, killed }

    private static let checks = 10
    /// The search for a cause waits about a second without a step.
    private static let slack = 1.5

    private let progress: ReplayProgress
    private let child: ChildProcess
    private let interval: Double
    private let limits: (reducing: Int, other: Int)
    private let state = Locked(State.watching)
    private let queue = DispatchQueue(label: "timeline.progress-watch")

    /// With `onlyReducers`, only a reducer that does not return counts. `seconds` is 0 for no limit.
    init(_ progress: ReplayProgress, _ child: ChildProcess, seconds: Int, onlyReducers: Bool) {
        (self.progress, self.child) = (progress, child)
        interval = Double(seconds) / Double(Self.checks)
        let other = onlyReducers ? Int.max : Self.checks + Int((Self.slack / max(interval, 0.01)).rounded(.up))
        limits = (Self.checks, other)
        if seconds > 0 { check(last: -1, unchanged: 0) }
    }

    /// Ends the watch: the process is not killed after this call. Returns whether it was before.
    func stop() -> Bool {
        state.withLock { state in
            if state == .watching { state = .stopped }
            return state == .killed
        }
    }

    private func check(last: Int64, unchanged: Int) {
        let count = progress.count
        let limit = progress.isReducing ? limits.reducing : limits.other
        let unchanged = count == last ? unchanged + 1 : 0
        let isOver = state.withLock { state in
            if state == .watching, unchanged > limit {
                child.kill()
                state = .killed
            }
            return state != .watching
        }
        if !isOver { queue.asyncAfter(deadline: .now() + interval) { self.check(last: count, unchanged: unchanged) } }
    }
}
