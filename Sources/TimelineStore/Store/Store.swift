internal import TimelineJournal
public import TimelineKit

/// Holds the state of an app, and changes it as the actions that are dispatched ask.
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
/// 1. Changes happen one at a time, and all threads see them in the same order. Threads take turns.
/// 2. A dispatch runs on the calling thread, and returns when its action was reduced and the subscribers were told.
/// 3. A dispatch *within* a dispatch (by a middleware or a subscriber, on the same thread) returns at once. Its action
///    is reduced when the one being handled is done: after its subscribers were told, before the outermost dispatch
///    returns. Its `cause` is the step that was being handled.
/// 4. A reducer is pure: one that dispatches to its own store, or reads it, ends the app with a message that says so.
/// 5. `state` waits for a reducer that runs, and for nothing else: it can be read while a subscriber is slow.
///
/// A subscriber or middleware that waits for another thread which dispatches waits for ever: it has the turn.
///
/// **Steps** are numbered from 1 where the reducer runs. An action that a middleware drops has no number.
///
/// **Cost.** The reducer works on the one copy of the state that the store holds, so arrays and dictionaries in it are
/// changed in place unless someone else still holds them. A dispatch without middleware or subscribers takes a fraction
/// of a microsecond.
public final class Store<State: Sendable, Action: Sendable>: Sendable {
    let core: StoreCore<State, Action>

    /// Makes a store.
    ///
    /// An action passes the `middleware` on its way to the reducer, the outermost first. A recorder belongs last: it
    /// then sees what the reducer gets, and the state that the reducer leaves.
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

    /// The state after the last step. A copy, which costs what copying a `State` costs: little, where its parts are
    /// arrays, dictionaries and strings.
    public var state: State { core.state }

    /// Sends `action` through the middleware to the reducer, then tells the subscribers. Where it comes from, `origin`,
    /// is recorded with it.
    public func dispatch(_ action: Action, from origin: Origin = .user) {
        core.dispatch(action, from: origin)
    }

    /// Puts a state in from outside: one that was restored, hot-reloaded or travelled to.
    ///
    /// A step like others: it is numbered, waits for its turn, and within a dispatch is queued. No reducer runs and no
    /// action passes the middleware; their `onSet` is told instead, then the subscribers. `by` names in a word what set
    /// it: `restore`.
    public func set(_ state: State, by: String) {
        core.set(state, by: by)
    }

    /// Calls `onChange` with the new state after every step, on the thread that dispatched.
    ///
    /// As in Redux it is not called with the present state; read `state` for that. It may dispatch: see *Threads*.
    ///
    /// - Returns: what ends it. Hold on to it: when nobody does, it ends too.
    public func subscribe(onChange: @escaping @Sendable (_ state: State) -> Void) -> Subscription {
        core.subscribe(onChange: onChange)
    }

    /// Calls `onChange` with a part of the state whenever a step changed that part.
    ///
    /// Steps that leave the part equal are skipped, and so is the present value. Waits for its turn, so that no change
    /// is missed between the present value and the first call.
    ///
    /// `part` picks the part. It is called after every step and should be quick.
    ///
    /// - Returns: what ends it. Hold on to it: when nobody does, it ends too.
    public func subscribe<Part: Equatable & Sendable>(
        to part: @escaping @Sendable (_ state: State) -> Part,
        onChange: @escaping @Sendable (_ part: Part) -> Void
    ) -> Subscription {
        core.subscribe(to: part, onChange: onChange)
    }
}
