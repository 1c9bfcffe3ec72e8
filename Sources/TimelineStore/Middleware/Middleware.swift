public import TimelineKit

/// Stands between dispatch and reducer, and sees every action.
///
///     let logging = Middleware<Counter, CounterAction> { dispatched, store, next in
///         print("→", dispatched.action)
///         next(dispatched)
///         print("←", store.state)
///     }
///
/// Calling `next` passes the action on, changed or not; not calling it drops the action; calling it twice reduces two.
/// `store.dispatch` adds an action after the one at hand.
///
/// The middleware of a store are passed in the order of its list; the last is the *innermost*. When `next` returned
/// there, `store.state` is exactly what the reducer left and `store.seq` its number, as no queued action is handled and
/// no subscriber is told before the whole chain unwound. So the innermost can write an action to a file before the
/// reducer runs, and look at the state after.
///
/// It runs on the thread that dispatched, in that thread's turn: other dispatches wait for it.
public struct Middleware<State: Sendable, Action: Sendable>: Sendable {
    /// What happens to an action.
    public typealias Handle =
        @Sendable (
            _ dispatched: Dispatched<Action>, _ store: StoreAccess<State, Action>,
            _ next: (_ dispatched: Dispatched<Action>) -> Void
        ) -> Void

    let handle: Handle
    let onSet: (@Sendable (_ state: State, _ by: String) -> Void)?

    /// Makes a middleware.
    ///
    /// - Parameters:
    ///   - onSet: told of a state that was put in from outside, when it is in place and numbered.
    ///   - handle: called with every action.
    public init(
        onSet: (@Sendable (_ state: State, _ by: String) -> Void)? = nil, handle: @escaping Handle
    ) {
        self.onSet = onSet
        self.handle = handle
    }
}
