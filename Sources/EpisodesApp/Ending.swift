import TimelineKit
internal import TimelineSystem

/// What is to be done at the end of the run, however it comes: what was added last comes first.
final class Ending: Sendable {
    private struct Work: Sendable {
        var steps: [@Sendable () async -> Void] = []
        var task: Task<Void, Never>?
    }

    private let work = Locked(Work())

    /// Adds a step. Where the end has come meanwhile, it is done now.
    func add(_ step: @escaping @Sendable () async -> Void) {
        work.withLock { work in
            if work.task == nil { work.steps.append(step) } else { Task { await step() } }
        }
    }

    /// Does all of it, once. Returns when it is done, whoever began.
    func perform() async {
        let task = work.withLock { work in
            if let task = work.task { return task }
            let task = Task { while let step = next() { await step() } }
            work.task = task
            return task
        }
        await task.value
    }

    /// A step lets go of what it holds before the next is done.
    private func next() -> (@Sendable () async -> Void)? { work.withLock { $0.steps.popLast() } }
}
