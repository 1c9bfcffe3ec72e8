/// What a store keeps, and the locks about it.
///
/// Two locks, always taken in this order:
///
/// 1. `turn` is held while a change is handled: middleware, reducer, subscribers, and all that was dispatched meanwhile
///    on the same thread. It makes the order of steps total. It is not held by readers, or a subscriber that waits for
///    a thread that reads would wait for ever.
/// 2. `reading` is held while the reducer runs, and while a state is read. So readers see whole states only, and the
///    reducer works on the one copy there is.
///
/// Sendable because every stored variable names the lock that guards it.
///
/// A store is used by modules that do not see inside this one, so its code runs unspecialised, where each mention of a
/// generic type that depends on `State` or `Action` costs a look-up of some 50 ns. Hence no `Locked<State>`, and a plain
/// dispatch makes no `Dispatched` and asks `queue.endIfEmpty` before it asks for an entry.
final class StoreCore<State: Sendable, Action: Sendable>: @unchecked Sendable {
    private let reducer: @Sendable (inout State, Action) -> Void
    private let middleware: [Middleware<State, Action>]
    private let hasMiddleware: Bool

    private let turn = TurnLock()
    private let reading = Locked<Void>(())

    /// Guarded by `reading`.
    private var currentState: State
    /// The number of the last step, 0 before the first. Guarded by `reading`.
    private var currentSeq = 0

    /// Guarded by `turn`.
    private var queue = TurnQueue<State, Action>()
    /// Whether the reducer runs. Guarded by `turn`.
    private var isReducing = false

    private let subscribers = SubscriberList<State>()

    init(
        initialState: State, middleware: [Middleware<State, Action>],
        reducer: @escaping @Sendable (inout State, Action) -> Void
    ) {
        currentState = initialState
        self.middleware = middleware
        hasMiddleware = !middleware.isEmpty
        self.reducer = reducer
    }

    var state: State {
        refuseReducer("read the state of", remedy: "use the state that was handed to the reducer")
        return reading.withLock { _ in currentState }
    }

    var seq: Int {
        refuseReducer("read the step number of", remedy: "keep a count in the state")
        return reading.withLock { _ in currentSeq }
    }

    // MARK: - Changes

    /// Handles an action, now or, within a dispatch, after those that were asked for before. `isWanted` is asked in the
    /// turn, just before.
    func dispatch(
        _ action: Action, from origin: Origin, cause: Cause = .current, isWanted: (@Sendable () -> Bool)? = nil
    ) {
        if turn.isMine {
            refuseReducer("dispatch to", remedy: "dispatch from a middleware, an effect or a subscriber")
            queue.add(action, from: origin, cause: cause, isWanted: isWanted)
            return
        }
        let step = cause.step
        turn.take()
        queue.start(cause: step)
        if isWanted?() ?? true {
            if hasMiddleware {
                handle(Dispatched(action: action, from: origin, cause: step))
            } else {
                reduce(action)
                tellSubscribers()
            }
        }
        if !queue.endIfEmpty() { handleQueue() }
        turn.give()
    }

    func set(_ state: State, by: String) {
        if turn.isMine {
            refuseReducer("set the state of", remedy: "change the state that was handed to the reducer")
            queue.add(set: state, by: by)
            return
        }
        turn.take()
        queue.start(cause: nil)
        handleSet(state, by: by)
        if !queue.endIfEmpty() { handleQueue() }
        turn.give()
    }

    private func handleQueue() {
        while let entry = queue.next() {
            guard entry.isWanted?() ?? true else { continue }
            switch entry.change {
            case .action(let dispatched): handle(dispatched)
            case .set(let state, let by): handleSet(state, by: by)
            }
        }
    }

    private func handle(_ dispatched: Dispatched<Action>) {
        let before = currentSeq
        pass(dispatched, to: 0)
        if currentSeq != before { tellSubscribers() }
    }

    /// Hands an action to the middleware at `index`, or to the reducer after the last.
    private func pass(_ dispatched: Dispatched<Action>, to index: Int) {
        guard index < middleware.count else { return reduce(dispatched.action) }
        middleware[index].handle(dispatched, StoreAccess(core: self)) { pass($0, to: index + 1) }
    }

    private func reduce(_ action: Action) {
        isReducing = true
        let seq = reading.withLock { _ in
            reducer(&currentState, action)
            currentSeq += 1
            return currentSeq
        }
        isReducing = false
        queue.reduced(as: seq)
    }

    private func handleSet(_ state: State, by: String) {
        // Swapped, so that the old state goes when the lock is free: what it holds may read the store as it goes.
        var old = state
        let seq = reading.withLock { _ in
            swap(&currentState, &old)
            currentSeq += 1
            return currentSeq
        }
        queue.reduced(as: seq)
        for middleware in middleware { middleware.onSet?(state, by) }
        tellSubscribers()
    }

    /// Ends the app when the reducer of this store is what calls.
    private func refuseReducer(_ what: StaticString, remedy: StaticString) {
        guard turn.isMine, isReducing else { return }
        fatalError("A reducer is pure: it must not \(what) the store that runs it. Instead, \(remedy).")
    }

    // MARK: - Subscribers

    private func tellSubscribers() {
        if subscribers.isEmpty { return }
        subscribers.tell(state)
    }

    func subscribe(onChange: @escaping @Sendable (State) -> Void) -> Subscription {
        subscribers.add(Subscriber(onChange: onChange))
    }

    func subscribe<Part: Equatable & Sendable>(
        to part: @escaping @Sendable (State) -> Part, onChange: @escaping @Sendable (Part) -> Void
    ) -> Subscription {
        // In a turn, or a change between the first look at the part and the subscription would be missed.
        if turn.isMine {
            refuseReducer("subscribe to", remedy: "subscribe when the store is made")
            return subscribers.add(Subscriber(to: part, present: part(state), onChange: onChange))
        }
        turn.take()
        queue.start(cause: nil)
        let subscription = subscribers.add(Subscriber(to: part, present: part(state), onChange: onChange))
        if !queue.endIfEmpty() { handleQueue() }
        turn.give()
        return subscription
    }
}
