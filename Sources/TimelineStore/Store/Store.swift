internal import TimelineJournal
public import TimelineKit

/// Holds the state of an app and changes it by reducing the actions that are dispatched.
///
///     let store = Store(initialState: Counter()) { state, action in
///         switch action {
///         case .incrementTapped: state.count += 1
///         }
///     }
///     let subscription = store.subscribe(to: \.count) { print("now", $0) }
///     store.dispatch(.incrementTapped)                    // now 1
///
/// **Threads.** Every member may be called on any thread.
///
/// 1. Changes happen one at a time, and all threads see them in the same order.
/// 2. A dispatch runs on the calling thread. It returns when its action was reduced and the subscribers were notified.
/// 3. A dispatch *within* a dispatch (by a middleware or a subscriber, on the same thread) returns at once. Its action
///    is reduced when the current one is done: after its subscribers were notified, before the outermost dispatch
///    returns. Its `cause` is the current step.
/// 4. A reducer is pure: one that dispatches to its own store, or reads it, ends the app with a message that says so.
/// 5. `state` waits for a running reducer and for nothing else: it can be read while a subscriber is slow.
///
/// A subscriber or middleware that waits for another dispatching thread deadlocks: its own dispatch holds the mutex.
///
/// **Steps** are numbered from 1, in the order of reduction. An action that a middleware drops has no number.
///
/// **Cost.** The reducer works on the store's only copy of the state, so arrays and dictionaries in it are changed in place
/// unless another reference to them exists. A dispatch without middleware or subscribers takes a fraction of a microsecond.
@dynamicMemberLookup
public final class Store<State: Sendable, Action: Sendable>: Sendable {
    let core: StoreCore<State, Action>

    /// Makes a store.
    ///
    /// An action passes the `middleware` on its way to the reducer, the outermost first. A recorder belongs last: there it
    /// gets the action that is reduced and the state that the reducer leaves.
    public init(
        initialState: State, middleware: [Middleware<State, Action>] = [],
        reducer: @escaping @Sendable (_ state: inout State, _ action: Action) -> Void
    ) {
        core = StoreCore(initialState: initialState, middleware: middleware, reducer: reducer)
    }

    /// Makes a store that runs `program`.
    public convenience init(
        program: some Program<State, Action>, middleware: [Middleware<State, Action>] = []
    ) {
        self.init(initialState: program.initialState, middleware: middleware) { program.reduce(&$0, $1) }
    }

    /// The state after the last step. Copies a `State`, which is cheap where its parts are arrays, dictionaries and strings.
    public var state: State { core.state }

    /// Sends `action` through the middleware to the reducer, then notifies the subscribers. `origin` and the line of the call are
    /// recorded with it.
    public func dispatch(
        _ action: Action, from origin: Origin = .user, fileID: StaticString = #fileID, line: UInt = #line
    ) {
        core.dispatch(action, from: origin, site: DispatchSite(fileID: fileID, line: line))
    }

    /// `isWanted` is called just before the action is reduced, also within a dispatch.
    package func dispatch(
        _ action: Action, from origin: Origin, where isWanted: @escaping @Sendable (_ state: State) -> Bool
    ) {
        core.dispatch(action, from: origin) { [core] in isWanted(core.state) }
    }

    /// Reduces an action that follows what the UI shows already: no subscriber is notified, and it passes recorders alone.
    package func follow(
        _ action: Action, from origin: Origin = .user,
        where isWanted: @escaping @Sendable (_ state: State) -> Bool = { _ in true }
    ) {
        core.follow(action, from: origin) { [core] in isWanted(core.state) }
    }

    /// Sets the state from outside: one that was restored, hot-reloaded or traveled to.
    ///
    /// A step like others: it is numbered and, within a dispatch, queued. No reducer runs and no action passes the
    /// middleware; their `onSet` is called instead, then the subscribers are notified. `by` names the source in one word:
    /// `restore`.
    public func set(_ state: State, by: String) {
        core.set(state, by: by)
    }

    /// Calls `onChange` with the new state after every step, on the thread that dispatched.
    ///
    /// As in Redux, it is not called with the present state; read `state` for that. It may dispatch: see *Threads*.
    ///
    /// - Returns: The subscription, which ends when its last reference is released.
    public func subscribe(onChange: @escaping @Sendable (_ state: State) -> Void) -> Subscription {
        core.subscribe(onChange: onChange)
    }

    /// Calls `onChange` with a part of the state whenever a step changed that part.
    ///
    /// Steps that leave the part equal are skipped. Waits for a running dispatch, so that no change is missed between the
    /// present value and the first call.
    ///
    /// - Parameters:
    ///   - part: Returns the part of a state. Called after every step, so it should be quick.
    ///   - initial: Whether `onChange` is first called with the present value, before this method returns.
    /// - Returns: The subscription, which ends when its last reference is released.
    public func subscribe<Part: Equatable & Sendable>(
        to part: @escaping @Sendable (_ state: State) -> Part, initial: Bool = false,
        onChange: @escaping @Sendable (_ part: Part) -> Void
    ) -> Subscription {
        core.subscribe(to: part, initial: initial, onChange: onChange)
    }
}

extension Store: LiveStore {
    public var live: LiveStoreAccess<State, Action> { LiveStoreAccess(core) }
}
