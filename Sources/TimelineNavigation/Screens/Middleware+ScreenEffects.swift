public import TimelineStore

extension Middleware {
    /// Runs the effects of the screens of a stack. They end with their screen.
    ///
    ///     .screenEffects(\.screens, action: \.screens) { id, action, state in
    ///         switch action {
    ///         case .appeared: [.run(id: "load") { send in … send(.screens(.screen(id: id, action: .loaded(episode)))) }]
    ///         default: []
    ///         }
    ///     }
    ///
    /// The effects of an action of a screen are canceled when no screen of the stack has the id of that screen: after a pop, a dismissal,
    /// a back swipe or a state that is set from outside. If the action itself removes its screen, it starts none. An effect that should go
    /// on, such as one that sends what the user wrote on a sheet, belongs to the app: start it with `effects`.
    ///
    /// Each screen has its own ids of effects. `effects(in:owner:isPresent:_:)` does the same for the stack of a child coordinator that is
    /// itself a screen.
    ///
    /// - Parameters:
    ///   - stack: The stack in the state.
    ///   - screenAction: The action for the stack that an action holds, or nil.
    ///   - running: Lists the effects while they run.
    ///   - effects: Returns the effects of an action of the screen with an id, with the state that the reducer left. The screen is on its
    ///     stack: `state.screens[id: id]`.
    public static func screenEffects<Screen, InnerAction, ID: Hashable & Sendable>(
        _ stack: any KeyPath<State, ScreenStack<Screen, ID>> & Sendable,
        action screenAction: @escaping @Sendable (_ action: Action) -> ScreenAction<InnerAction, ID>?,
        in running: RunningEffects = RunningEffects(),
        _ effects: @escaping @Sendable (_ id: ID, _ action: InnerAction, _ state: State) -> [Effect<Action>]
    ) -> Middleware {
        .effects(
            in: running,
            owner: { action in if case .screen(let id, _) = screenAction(action) { id } else { nil } },
            isPresent: { id, state in state[keyPath: stack].index(of: id) != nil }
        ) { id, action, state in
            guard case .screen(_, let inner) = screenAction(action) else { return [] }
            return effects(id, inner, state)
        }
    }
}
