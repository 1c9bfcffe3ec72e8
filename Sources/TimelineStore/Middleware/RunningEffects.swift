import Synchronization
internal import TimelineSystem

/// The effects of a store that are under way.
///
///     let running = RunningEffects()
///     let store = Store(program: program, middleware: [.effects(in: running) { … }])
///     store.dispatch(.refreshTapped)
///     await running.allEnded()
///
/// A test waits here for what an action brings about; an app that is about to quit, for what is not yet saved.
public final class RunningEffects: Sendable {
    private struct Running {
        let id: EffectID?
        let task: Task<Void, Never>
        let cancellation: Cancellation
    }

    /// Outlives its effect: an action may be held that long.
    private final class Cancellation: Sendable {
        let isCancelled = Atomic(false)
    }

    /// What the lock guards.
    private struct Effects {
        /// By number of the effect; those cancelled too, until they end.
        var running: [Int: Running] = [:]
        /// The effects that go by a name. None of them is cancelled.
        var numbers: [EffectID: Int] = [:]
        var started = 0
        /// Those who wait until all ended.
        var waiting: [CheckedContinuation<Void, Never>] = []
    }

    private let effects = Locked(Effects())

    /// None are running yet.
    public init() {}

    /// How many effects have not ended. A cancelled one counts until its task returned.
    public var count: Int { effects.withLock { $0.running.count } }

    /// Returns when no effect runs: at once if none does. Effects that start meanwhile are waited for too, so that a
    /// chain of them is waited out. Do not call it within an effect: it would wait for itself.
    public func allEnded() async {
        await withCheckedContinuation { continuation in
            let isIdle = effects.withLock { effects in
                if effects.running.isEmpty { return true }
                effects.waiting.append(continuation)
                return false
            }
            if isIdle { continuation.resume() }
        }
    }

    /// Starts an effect, and cancels the one of the same name.
    ///
    /// `dispatch` dispatches an action if, in its turn, `isWanted` says so. That the question is asked in the turn
    /// makes cancelling exact: `cancel` runs in a turn as well.
    func start<Action: Sendable>(
        id: EffectID?, _ work: @escaping @Sendable (_ send: @escaping Effect<Action>.Send) async -> Void,
        dispatch: @escaping @Sendable (_ action: Action, _ isWanted: @escaping @Sendable () -> Bool) -> Void
    ) {
        if let id { cancel(id: id) }
        effects.withLock { effects in
            effects.started += 1
            let number = effects.started
            let cancellation = Cancellation()
            // It cannot end before it is listed: to end takes the lock.
            let task = Task { [self] in
                await work { action in
                    guard self.isRunning(number) else { return }
                    dispatch(action) { !cancellation.isCancelled.load(ordering: .acquiring) }
                }
                end(number)
            }
            effects.running[number] = Running(id: id, task: task, cancellation: cancellation)
            if let id { effects.numbers[id] = number }
        }
    }

    func cancel(id: EffectID) {
        let task = effects.withLock { effects -> Task<Void, Never>? in
            guard let number = effects.numbers.removeValue(forKey: id) else { return nil }
            effects.running[number]?.cancellation.isCancelled.store(true, ordering: .releasing)
            return effects.running[number]?.task
        }
        // Outside the lock: it may run a cancellation handler of the effect, which may do anything.
        task?.cancel()
    }

    private func isRunning(_ number: Int) -> Bool {
        effects.withLock { $0.running[number] != nil }
    }

    private func end(_ number: Int) {
        let waiting = effects.withLock { effects -> [CheckedContinuation<Void, Never>] in
            if let effect = effects.running.removeValue(forKey: number), let id = effect.id,
                !effect.cancellation.isCancelled.load(ordering: .acquiring)
            {
                effects.numbers[id] = nil
            }
            guard effects.running.isEmpty else { return [] }
            defer { effects.waiting = [] }
            return effects.waiting
        }
        for continuation in waiting { continuation.resume() }
    }
}
