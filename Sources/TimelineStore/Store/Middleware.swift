public import TimelineKit

/// A function between dispatch and the reducer, called for every action.
///
///     let logging = Middleware<Counter, CounterAction> { dispatched, store, next in
///         print("→", dispatched.action)
///         next(dispatched)
///         print("←", store.state)
///     }
///
/// Calling `next` passes the action on, changed or not; not calling it drops the action; calling it twice reduces it twice.
/// `store.dispatch` dispatches another action after the current one.
///
/// Actions pass the middleware of a store in the order of its list; the last is the *innermost*. When `next` has returned
/// there, `store.state` is exactly the state that the reducer left and `store.seq` its number: queued actions are handled and
/// subscribers are notified only after the whole chain has returned. So the innermost middleware can write an action to a
/// file before the reducer runs, and read the state after it.
///
/// It runs on the dispatching thread; dispatches on other threads wait for it.
public struct Middleware<State: Sendable, Action: Sendable>: Sendable {
    let handle:
        @Sendable (ActionDispatch<Action>, StoreAccess<State, Action>, _ next: (ActionDispatch<Action>) -> Void) -> Void
    let onSet: (@Sendable (_ state: State, _ by: String) -> Void)?
    /// A recorder also handles actions that pass no other middleware.
    var isRecorder = false
    /// Called after a state was set from outside, or an action that follows the UI.
    var onOtherStep: (@Sendable (_ state: State, _ store: ObjectIdentifier) -> Void)?
    var onCanceled: (@Sendable (_ step: Int) -> Void)?
    var recordedFirstState: (@Sendable (_ program: Any.Type) -> State?)?

    /// - Parameters:
    ///   - onSet: Called after a state was set from outside.
    ///   - handle: Called with every action.
    public init(
        onSet: (@Sendable (_ state: State, _ by: String) -> Void)? = nil,
        handle:
            @escaping @Sendable (
                _ dispatched: ActionDispatch<Action>, _ store: StoreAccess<State, Action>,
                _ next: (_ dispatched: ActionDispatch<Action>) -> Void
            ) -> Void
    ) {
        (self.onSet, self.handle) = (onSet, handle)
    }
}
