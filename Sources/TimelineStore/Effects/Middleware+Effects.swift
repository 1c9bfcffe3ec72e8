internal import TimelineJournal
internal import TimelineKit

extension Middleware {
    /// Runs the effects of an action.
    ///
    ///     Middleware.effects { action, state in
    ///         switch action {
    ///         case .searchChanged: [.run(id: "search") { [text = state.search] send in … }]
    ///         case .searchCancelled: [.cancel(id: "search")]
    ///         default: []
    ///         }
    ///     }
    ///
    /// The actions that an effect dispatches have the origin `effect`, and the step that started the effect as cause. Once an
    /// effect is cancelled, its actions are dropped, including those that wait to be reduced.
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
            let before = store.seq
            next(dispatched)
            // The replica that dispatched it runs its effects.
            guard dispatched.from != .replication else { return }
            let seq = store.seq
            guard seq > before else { return }
            for effect in effects(dispatched.action, store.state) {
                switch effect.work {
                case .cancel(let id): running.cancel(id: id)
                case .run(let id, let work):
                    running.start(id: id, work) { action, isWanted in
                        store.core.dispatch(action, from: .effect, cause: .step(seq), isWanted: isWanted)
                    }
                }
            }
        }
    }
}
