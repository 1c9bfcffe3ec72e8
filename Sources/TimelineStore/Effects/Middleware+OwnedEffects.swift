internal import TimelineKit

extension Middleware {
    /// Runs the effects of actions that belong to a part of the state, such as a screen or a session, and cancels them when that
    /// part is gone.
    ///
    ///     Middleware.effects(
    ///         owner: { action in if case .session(let id, _) = action { id } else { nil } },
    ///         isPresent: { id, state in state.session?.id == id }
    ///     ) { id, action, state in
    ///         [.run(id: "renew") { send in … }]
    ///     }
    ///
    /// Effects run as with `effects(in:_:)`, but:
    ///
    /// - An action whose owner is not in the state that the reducer left starts none.
    /// - After each step, also one that sets the state from outside or follows the user interface, the effects of owners that are
    ///   gone are canceled. They dispatch nothing more, even if the owner returns later.
    /// - An id belongs to its owner: it neither cancels nor replaces an effect of another owner, or of another middleware.
    ///
    /// States that time travel shows cancel nothing.
    ///
    /// - Parameters:
    ///   - running: Lists the effects while they run.
    ///   - owner: Returns the identity of what an action belongs to, or nil.
    ///   - isPresent: Whether there is such an owner in a state. Called after every step for each owner of effects, and before each
    ///     of their actions, so it should be quick.
    ///   - effects: Returns the effects of an action, with the state that the reducer left.
    public static func effects<Owner: Hashable & Sendable>(
        in running: RunningEffects = RunningEffects(),
        owner: @escaping @Sendable (_ action: Action) -> Owner?,
        isPresent: @escaping @Sendable (_ owner: Owner, _ state: State) -> Bool,
        _ effects: @escaping @Sendable (_ owner: Owner, _ action: Action, _ state: State) -> [Effect<Action>]
    ) -> Middleware {
        let identity = MiddlewareIdentity()
        let cancelGone = { @Sendable (state: State, store: ObjectIdentifier) in
            running.cancelOwned { (owner: EffectOwner<Owner>) in
                owner.middleware == ObjectIdentifier(identity) && owner.store == store
                    && !isPresent(owner.value, state)
            }
        }
        var middleware = Middleware { dispatched, store, next in
            let before = store.seq
            next(dispatched)
            let seq = store.seq
            guard seq > before else { return }
            let owner = owner(dispatched.action)
            if owner == nil, running.count == 0 { return }
            let state = store.state
            let core = store.core
            cancelGone(state, ObjectIdentifier(core))
            // The replica that dispatched it runs its effects.
            guard dispatched.from != .replication, let owner, isPresent(owner, state) else { return }
            let started = effects(owner, dispatched.action, state)
            let key = EffectOwner(middleware: ObjectIdentifier(identity), store: ObjectIdentifier(core), value: owner)
            core.start(started, of: seq, in: running, owner: EffectID(key)) { isPresent(owner, core.state) }
        }
        middleware.onOtherStep = cancelGone
        return middleware
    }
}

/// An effect keeps its store alive, and so its middleware: no other one gets the address of one that has effects.
private struct EffectOwner<Value: Hashable & Sendable>: Hashable, Sendable {
    let middleware, store: ObjectIdentifier
    let value: Value
}

private final class MiddlewareIdentity: Sendable {}
