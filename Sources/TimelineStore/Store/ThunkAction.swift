internal import TimelineKit

/// Code that dispatches actions, as the thunks of Redux and ReSwift do.
///
///     let refresh = ThunkAction<Feed, FeedAction> { dispatch, state in
///         guard !state().isLoading else { return }
///         dispatch(.refreshStarted)
///         Task { dispatch(.feedLoaded(await server.feed())) }
///     }
///     store.dispatch(refresh)
///
/// It is no step itself. The actions that it dispatches have the origin `effect`, and as cause the step that the thread was
/// handling when the thunk was dispatched, if any, even if they are dispatched later or by another thread. In a middleware that
/// has not called `next`, that step has no number yet, and its cause is used.
public struct ThunkAction<State: Sendable, Action: Sendable>: Sendable {
    /// The code of a thunk. `dispatch` and `state` may be kept, and called on any thread.
    public typealias Body =
        @Sendable (
            _ dispatch: @escaping @Sendable (_ action: Action) -> Void, _ state: @escaping @Sendable () -> State
        ) -> Void

    fileprivate let body: Body

    /// Makes a thunk.
    public init(_ body: @escaping Body) { self.body = body }
}

extension StoreCore {
    func run(_ thunk: ThunkAction<State, Action>) {
        let cause = isolated { isHandling ? queue.current : nil }
        thunk.body({ [self] in dispatch($0, from: .effect, cause: .step(cause)) }, { [self] in state })
    }
}

extension Store {
    /// Runs a thunk on the calling thread.
    public func dispatch(_ thunk: ThunkAction<State, Action>) { core.run(thunk) }
}

extension MainStore {
    /// Runs a thunk.
    public func dispatch(_ thunk: ThunkAction<State, Action>) { core.run(thunk) }
}

extension StoreAccess {
    /// Runs a thunk on the calling thread.
    public func dispatch(_ thunk: ThunkAction<State, Action>) { core.run(thunk) }
}
