internal import TimelineKit

extension Middleware {
    /// Runs the effects of an action.
    ///
    ///     Middleware.effects { action, state in
    ///         switch action {
    ///         case .searchChanged: [.run(id: "search", cancelInFlight: true) { [text = state.search] send in … }]
    ///         case .searchCancelled: [.cancel(id: "search")]
    ///         default: []
    ///         }
    ///     }
    ///
    /// The actions that an effect dispatches have the origin `effect`, and the step that started the effect as cause. Once an
    /// effect is canceled, its actions are dropped, including those that wait to be reduced.
    ///
    /// A state that is set from outside starts and cancels no effects; nor does an action of another replica, which runs the
    /// effects itself.
    ///
    /// - Parameters:
    ///   - running: Lists the effects while they run.
    ///   - effects: Returns the effects of an action. Called on the dispatching thread after the action was reduced, with the
    ///     state that the reducer left, so it should be quick; not called for an action that an inner middleware dropped.
    public static func effects(
        in running: RunningEffects = RunningEffects(),
        _ effects: @escaping @Sendable (_ action: Action, _ state: State) -> [Effect<Action>]
    ) -> Middleware {
        Middleware { dispatched, store, next in
            store.core.runEffects(in: running, of: dispatched, next) { effects(dispatched.action, store.state) }
        }
    }

    /// Runs the effects of an action, which may depend on the states before and after it.
    ///
    ///     Middleware.effects { action, before, after in
    ///         before.isLoggedIn && !after.isLoggedIn ? [.cancel(id: "refresh")] : []
    ///     }
    ///
    /// Otherwise the same. **Cost**: the state before the action is kept while it is reduced, so the reducer copies each array
    /// and dictionary that it changes. Where `effects` needs the state after the action alone, let it take two parameters.
    public static func effects(
        in running: RunningEffects = RunningEffects(),
        _ effects: @escaping @Sendable (_ action: Action, _ before: State, _ after: State) -> [Effect<Action>]
    ) -> Middleware {
        Middleware { dispatched, store, next in
            let before = store.state
            store.core.runEffects(in: running, of: dispatched, next) { effects(dispatched.action, before, store.state) }
        }
    }
}

extension Store {
    fileprivate func runEffects(
        in running: RunningEffects, of dispatched: ActionDispatch<Action>, _ next: (ActionDispatch<Action>) -> Void,
        _ effects: () -> [Effect<Action>]
    ) {
        let before = seq
        next(dispatched)
        // The replica that dispatched it runs its effects.
        guard dispatched.from != .replication else { return }
        let seq = seq
        if seq > before { start(effects(), of: seq, in: running) }
    }

    func start(
        _ effects: [Effect<Action>], of seq: Int, in running: RunningEffects, owner: EffectID? = nil,
        isWanted: @escaping @Sendable () -> Bool = { true }
    ) {
        for effect in effects {
            switch effect.work {
            case .cancel(let id): running.cancel(id: id, owner: owner)
            case .run(let id, let cancelInFlight, let work):
                if let id, cancelInFlight { running.cancel(id: id, owner: owner) }
                running.start(id: id, owner: owner, of: self.work(of: seq), work) { [self] action, site, isRunning in
                    send(action, from: .effect, cause: .step(seq), site: site) { isRunning() && isWanted() }
                }
            }
        }
    }
}
