import Synchronization
internal import TimelineKit

/// The running effects of a store.
///
///     let running = RunningEffects()
///     let store = Store(program: program, middleware: [.effects(in: running) { … }])
///     store.dispatch(.refreshTapped)
///     await running.allEnded()
///
/// Lets a test wait for the effects of an action, and an app that is about to quit for unfinished work.
public final class RunningEffects: Sendable {
    private struct Running {
        let owner: EffectID?
        let id: EffectID?
        let step: StepWork
        let task: Task<Void, Never>
        let cancellation: Cancellation
    }

    /// Outlives its effect, whose actions may be held.
    private final class Cancellation: Sendable {
        let isCancelled = Atomic(false)
    }

    private struct Effects {
        /// Canceled effects count until they end.
        var running: [Int: Running] = [:]
        var started = 0
        var waiting: [CheckedContinuation<Void, Never>] = []
    }

    private let effects = Locked(Effects())

    public init() {}

    /// The number of effects that have not ended. A canceled one counts until its task returns.
    public var count: Int { effects.withLock { $0.running.count } }

    /// Waits until no effect runs, including those that start in the meantime. Do not call it within an effect, which would
    /// wait for itself.
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

    /// `dispatch` and `cancel` must hold the store's mutex, so that no action of a canceled effect is reduced.
    func start<Action: Sendable>(
        id: EffectID?, owner: EffectID? = nil, of step: StepWork,
        _ work: @escaping @Sendable (_ send: Effect<Action>.Send) async -> Void,
        dispatch:
            @escaping @Sendable (
                _ action: Action, _ site: DispatchSite, _ isWanted: @escaping @Sendable () -> Bool
            ) -> Void
    ) {
        effects.withLock { effects in
            effects.started += 1
            step.begin()
            let number = effects.started
            let cancellation = Cancellation()
            // It cannot end before it is listed: `end` needs the lock.
            let task = Task { [self] in
                await work(
                    Effect.Send { action, site in
                        guard self.effects.withLock({ $0.running[number] != nil }) else { return }
                        dispatch(action, site) { !cancellation.isCancelled.load(ordering: .acquiring) }
                    })
                end(number)
            }
            effects.running[number] = Running(owner: owner, id: id, step: step, task: task, cancellation: cancellation)
        }
    }

    func cancel(id: EffectID, owner: EffectID? = nil) { cancel { $0.id == id && $0.owner == owner } }

    /// `isGone` is called without the lock: it runs code of the app.
    func cancelOwned<Owner: Hashable>(where isGone: (_ owner: Owner) -> Bool) {
        let owners = Set(effects.withLock { $0.running.values.compactMap(\.owner) })
        let gone = owners.filter { ($0.value as? Owner).map(isGone) ?? false }
        if !gone.isEmpty { cancel { $0.owner.map(gone.contains) ?? false } }
    }

    private func cancel(where condition: (Running) -> Bool) {
        // With the lock, so that none ends in between.
        let cancelled = effects.withLock { effects in
            effects.running.filter { _, effect in
                condition(effect) && !effect.cancellation.isCancelled.exchange(true, ordering: .acquiringAndReleasing)
            }
        }
        for (_, effect) in cancelled.sorted(by: { $0.key < $1.key }) {
            if effect.step.end() { effect.step.onCanceled() }
            // Without the lock: it may run a cancellation handler of the effect.
            effect.task.cancel()
        }
    }

    private func end(_ number: Int) {
        let waiting = effects.withLock { effects -> [CheckedContinuation<Void, Never>] in
            let ended = effects.running.removeValue(forKey: number)
            if let ended, !ended.cancellation.isCancelled.load(ordering: .acquiring) { _ = ended.step.end() }
            guard effects.running.isEmpty else { return [] }
            return exchange(&effects.waiting, with: [])
        }
        for continuation in waiting { continuation.resume() }
    }
}
