internal import TimelineJournal
internal import TimelineKit

extension Middleware {
    /// Carries out the effects that an action asks for.
    ///
    ///     Middleware.effects { action, state in
    ///         switch action {
    ///         case .searchChanged: [.run(id: "search") { [text = state.search] send in … }]
    ///         case .searchCancelled: [.cancel(id: "search")]
    ///         default: []
    ///         }
    ///     }
    ///
    /// What an effect dispatches comes from `effect`, and its cause is the step that asked for the effect. Once an
    /// effect is cancelled nothing more comes from it: an action of its that waited for its turn meanwhile is dropped.
    ///
    /// A state that is set from outside asks for no effects, and ends none; nor does an action that came from another
    /// replica, where its effects run.
    ///
    /// `effects` is called when the action was reduced, with the state that the reducer left; not if a middleware
    /// further in dropped the action. It runs in the turn of the dispatch: leave the work to the effects. They are found
    /// in `running` while they run.
    public static func effects(
        in running: RunningEffects = RunningEffects(),
        _ effects: @escaping @Sendable (_ action: Action, _ state: State) -> [Effect<Action>]
    ) -> Middleware {
        Middleware { dispatched, store, next in
            let before = store.seq
            next(dispatched)
            // Its effects run where it was dispatched.
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
