public import TimelineKit

/// A store of another framework, as live features use it. `Recorder.attach(_:inert:dispatch:)` returns one.
public struct AttachedStore<State: Sendable, Action: Sendable>: LiveStore {
    public let live: LiveStoreAccess<State, Action>

    init(_ core: any LiveStoreCore<State, Action>) { live = LiveStoreAccess(core) }
}

extension Recorder {
    /// Lets time travel, hot reload, replication and a host work on the store whose reducer this recorder wraps.
    ///
    ///     let attached = recorder.attach(store, inert: .refreshed) { store, action in
    ///         DispatchQueue.main.async { store.send(action) }
    ///     }
    ///     let traveler = TimeTraveler(attached, program: program, recorder: recorder)
    ///
    /// A store accepts no state from outside, but its reducer returns one. So a live feature keeps the state to show, and
    /// dispatches the inert action. The wrapped reducer recognizes that action and returns the state; any action that reaches
    /// the reducer first receives that state too. The inert action is never recorded. The app's reducer must accept it, change
    /// nothing for it and return no effects.
    ///
    /// While the past is shown, the reducer changes nothing. Actions whose origin is `user`, such as those that subscribers
    /// dispatch when they see the past, are refused and passed to the feature's `onRefused`. Those of effects are
    /// held, and those of origins that the app names too, unless the feature refuses actions (`whilePastIsShown: .refuse`).
    ///
    /// The recorder reports a problem of the kind `stateNotShown` if a reducer outside the wrapper changes the shown state, or
    /// if the inert action does not reach the reducer within two seconds.
    ///
    /// Call it once, and not in a reducer: it waits until none runs. **Cost.** From then on, each action takes a lock and a copy of the state.
    ///
    /// - Parameters:
    ///   - store: The store whose reducer this recorder wraps. Referenced weakly: the store keeps its reducer and so this recorder.
    ///   - inert: An action that changes nothing. Recognized by `==`; by its type if `Action` is a protocol; by its encoded
    ///     form if it is not `Equatable`.
    ///   - dispatch: Dispatches an action to the store, now or later. Called on any thread. It is passed the store, and must not
    ///     capture it: then neither the store nor the recorder would ever be released.
    public func attach<Store: AnyObject>(
        _ store: Store, inert: Action, dispatch: @escaping @Sendable (_ store: Store, _ action: Action) -> Void
    ) -> AttachedStore<State, Action> where Action: Sendable {
        attach(store, inert: inert, reading: { $0 }, writing: { $0 }, dispatch: dispatch)
    }

    /// The same for a store whose action type is not that of the program, as in ReSwift.
    ///
    ///     let attached = recorder.attach(store, inert: Refresh(), reading: RecordedAction.init, writing: \.base) {
    ///         $0.dispatch($1)
    ///     }
    ///
    /// - Parameters:
    ///   - reading: Converts an action of the store to one of the program; nil if there is none.
    ///   - writing: Converts an action of the program to one of the store.
    public func attach<Store: AnyObject, ProgramAction: Sendable>(
        _ store: Store, inert: Action, reading: @escaping @Sendable (_ action: Action) -> ProgramAction?,
        writing: @escaping @Sendable (_ action: ProgramAction) -> Action,
        dispatch: @escaping @Sendable (_ store: Store, _ action: Action) -> Void
    ) -> AttachedStore<State, ProgramAction> {
        // Weak references are atomic, and `dispatch` reaches the thread that the object requires.
        nonisolated(unsafe) weak let store = store
        let core = AttachedStoreCore(self, inert: inert, read: reading, write: writing) { action in
            if let store { dispatch(store, action) }
        }
        attachment.set(core)
        // Steps that began before are not passed to it: `commit` tells it of one that runs.
        if let last = lastKnown { core.stepEnded(last.seq, last.state) }
        return AttachedStore(core)
    }
}
