/// A store of another framework, as live features use it. `Recorder.attach(inert:dispatch:)` returns one.
public struct AttachedStore<State: Sendable, Action: Sendable>: LiveStore {
    public let live: LiveStoreAccess<State, Action>

    init(_ core: any LiveStoreCore<State, Action>) { live = LiveStoreAccess(core) }
}

extension Recorder {
    /// Lets time travel, hot reload, replication and a host work on the store whose reducer this recorder wraps.
    ///
    ///     let attached = recorder.attach(inert: .refreshed) { action in
    ///         DispatchQueue.main.async { store.send(action) }
    ///     }
    ///     let traveler = TimeTraveler(attached, program: program, recorder: recorder)
    ///
    /// A store takes no state from outside, but its reducer returns one. So a live feature keeps the state that is to be
    /// shown, and dispatches the inert action; the wrapped reducer recognizes it, and returns that state. An action that
    /// reaches the reducer first finds that state, too. The inert action is never recorded. The reducer of the app must handle it,
    /// and must change nothing for it and ask for no effects.
    ///
    /// While the past is shown, the reducer changes nothing. Actions of an effect whose cause is known are held; all others,
    /// such as what subscribers dispatch when they see the past, are refused, and `onRefused` of the feature gets them.
    ///
    /// Where the store does not show what it is given (a reducer outside the wrapper changes it, or the inert action does
    /// not arrive within two seconds), a problem of the kind `stateNotShown` is reported.
    ///
    /// Call it once. **Cost.** From then on, each action takes a lock and a copy of the state.
    ///
    /// - Parameters:
    ///   - inert: An action that changes nothing. Recognized by `==`; by its type where `Action` is a protocol; by its encoded
    ///     form where it is not `Equatable`.
    ///   - dispatch: Dispatches an action to the store, now or later. Called on any thread.
    public func attach(
        inert: Action, dispatch: @escaping @Sendable (_ action: Action) -> Void
    ) -> AttachedStore<State, Action> where Action: Sendable {
        attach(inert: inert, reading: { $0 }, writing: { $0 }, dispatch: dispatch)
    }

    /// The same for a store whose actions are not those of the program, as in ReSwift and Fluxor.
    ///
    ///     let attached = recorder.attach(inert: Refresh(), reading: RecordedAction.init, writing: \.base) { action in
    ///         store.dispatch(action)
    ///     }
    ///
    /// - Parameters:
    ///   - reading: The program's action for one of the store; nil where there is none.
    ///   - writing: The store's action for one of the program.
    public func attach<ProgramAction: Sendable>(
        inert: Action, reading: @escaping @Sendable (_ action: Action) -> ProgramAction?,
        writing: @escaping @Sendable (_ action: ProgramAction) -> Action,
        dispatch: @escaping @Sendable (_ action: Action) -> Void
    ) -> AttachedStore<State, ProgramAction> {
        let core = AttachedStoreCore(self, inert: inert, read: reading, write: writing, dispatch: dispatch)
        attachment.set(core)
        return AttachedStore(core)
    }
}
