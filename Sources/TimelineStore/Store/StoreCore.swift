import Synchronization
internal import TimelineJournal
internal import TimelineKit
internal import TimelineSystem

/// The state of a store, and its locks, always locked in this order:
///
/// 1. `mutex` is locked while a change is handled: middleware, reducer, subscribers, and what they dispatch on the same
///    thread. It orders the steps. Readers do not lock it; otherwise a subscriber that waits for a reading thread would
///    never return.
/// 2. `reading` is locked while the reducer runs and while the state is read. So readers see whole states only, and the
///    reducer works on the only copy.
///
/// Sendable because every stored variable names the lock that guards it.
///
/// Modules that use a store do not see inside this one, so its code runs unspecialized, where each mention of a generic type
/// that depends on `State` or `Action` costs a look-up of some 50 ns. Hence no `Locked<State>`, and a plain dispatch makes
/// no `ActionDispatch` and calls `queue.endIfEmpty` before `next`.
final class StoreCore<State: Sendable, Action: Sendable>: LiveStoreCore, @unchecked Sendable {
    private let reducer: @Sendable (inout State, Action) -> Void
    private let middleware: [Middleware<State, Action>]
    private let hasMiddleware: Bool

    private let mutex = AdaptiveMutex()
    private let reading = Locked<Void>(())

    /// The live state or, while the past is shown, the shown one. Guarded by `reading`.
    private var currentState: State
    /// The live state while the past is shown. Guarded by `reading`.
    private var waitingState: State?
    /// The number of the last step, 0 before the first. Guarded by `reading`.
    private var currentSeq = 0

    /// Guarded by `mutex`.
    private var queue = NestedChangeQueue<State, Action>()
    /// Whether the reducer runs. Guarded by `mutex`.
    private var isReducing = false
    /// The changes held while the past is shown; nil while it is not. Guarded by `mutex`.
    private var held: HeldChanges<State, Action>?
    /// The traveler that shows the past: the bits of an `ObjectIdentifier`, or 0. Written with `mutex` locked.
    private let traveler = Atomic<UInt>(0)
    /// The number of held changes. Written with `mutex` locked.
    private let storedHeldCount = Atomic<Int>(0)

    private let subscribers = SubscriberList<State>()
    /// Guarded by `mutex`.
    private var observers: [StepObserver<State, Action>] = []
    /// Whether there are observers. Guarded by `mutex`.
    private var hasObservers = false
    /// Used with `mutex` locked.
    var hasReplica = false

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

    /// Handles an action: now or, within a dispatch, after the changes before it. `isWanted` is called with `mutex` locked,
    /// just before.
    func dispatch(
        _ action: Action, from origin: Origin, cause: Cause = .current, isWanted: (@Sendable () -> Bool)? = nil
    ) {
        if mutex.isLockedByCurrentThread {
            refuseReducer("dispatch to", remedy: "dispatch from a middleware, an effect or a subscriber")
            queue.add(action, from: origin, cause: cause, isWanted: isWanted)
            return
        }
        let step = cause.step
        mutex.lock()
        queue.start(cause: step)
        if held != nil {
            let dispatched = ActionDispatch(action: action, from: origin, cause: step)
            hold(.init(change: .action(dispatched), isWanted: isWanted))
        } else if isWanted?() ?? true {
            if hasMiddleware || hasObservers {
                handle(ActionDispatch(action: action, from: origin, cause: step))
            } else {
                reduce(action)
                notifySubscribers()
            }
        }
        if !queue.endIfEmpty() { handleQueue() }
        mutex.unlock()
    }

    func set(_ state: State, by: String) {
        handle(.set(state, by: by), "set the state of", remedy: "change the state that was handed to the reducer")
    }

    func exclusively(_ work: @escaping @Sendable () -> Void) {
        handle(
            .work(work, waitsForLive: false), "travel in time with",
            remedy: "travel from a middleware, an effect or a subscriber")
    }

    func whenLive(_ work: @escaping @Sendable () -> Void) {
        handle(
            .work(work, waitsForLive: true), "replicate",
            remedy: "replicate from a middleware, an effect or a subscriber")
    }

    func setExclusively(_ state: State, by: String) { handleSet(state, by: by) }

    func handleExclusively(_ action: Action, from origin: Origin) {
        handle(ActionDispatch(action: action, from: origin))
    }

    /// Handles a change: now or, within a dispatch, after the changes before it. A reducer that calls ends the app.
    private func handle(_ change: NestedChangeQueue<State, Action>.Change, _ use: StaticString, remedy: StaticString) {
        if mutex.isLockedByCurrentThread {
            refuseReducer(use, remedy: remedy)
            queue.add(.init(change: change))
        } else {
            withMutex { handle(.init(change: change)) }
        }
    }

    /// Runs `body` with the mutex locked, then handles what was dispatched in it. Not for `dispatch`, which a closure slows.
    private func withMutex<Result>(_ body: () -> Result) -> Result {
        mutex.lock()
        queue.start(cause: nil)
        let result = body()
        if !queue.endIfEmpty() { handleQueue() }
        mutex.unlock()
        return result
    }

    private func handleQueue() {
        while let entry = queue.next() { handle(entry) }
    }

    private func handle(_ entry: NestedChangeQueue<State, Action>.Entry) {
        if case .work(let work, waitsForLive: false) = entry.change { return work() }
        if held != nil {
            hold(entry)
            return
        }
        guard entry.isWanted?() ?? true else { return }
        switch entry.change {
        case .action(let dispatched): handle(dispatched)
        case .set(let state, let by): handleSet(state, by: by)
        case .work(let work, _): work()
        }
    }

    private func handle(_ dispatched: ActionDispatch<Action>) {
        let before = currentSeq
        pass(dispatched, to: 0)
        if currentSeq != before { notifySubscribers() }
    }

    /// Hands an action to the middleware at `index`, or to the reducer after the last.
    private func pass(_ dispatched: ActionDispatch<Action>, to index: Int) {
        guard index < middleware.count else {
            reduce(dispatched.action)
            if hasObservers { notifyObservers(.action(dispatched)) }
            return
        }
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
        let seq = replaceState(by: state, isStep: true).seq
        queue.reduced(as: seq)
        for middleware in middleware { middleware.onSet?(state, by) }
        if hasObservers { notifyObservers(.set(by: by)) }
        notifySubscribers()
    }

    /// Returns the old state, so that it is released with the lock free: the objects in it may read the store in `deinit`.
    private func replaceState(by state: State, isStep: Bool) -> (old: State, seq: Int) {
        var old = state
        let seq = reading.withLock { _ in
            swap(&currentState, &old)
            if isStep { currentSeq += 1 }
            return currentSeq
        }
        return (old, seq)
    }

    // MARK: - Showing the past

    var heldCount: Int { storedHeldCount.load(ordering: .relaxed) }

    func beginTimeTravel(
        _ traveler: ObjectIdentifier, refusesActions: Bool,
        onRefused: @escaping @Sendable (ActionDispatch<Action>) -> Void
    ) -> Bool {
        let known = UInt(bitPattern: traveler)
        exclusively { [self] in
            guard held == nil else { return }
            held = HeldChanges(refusesActions: refusesActions, onRefused: onRefused)
            reading.withLock { _ in waitingState = currentState }
            self.traveler.store(known, ordering: .relaxed)
        }
        let found = self.traveler.load(ordering: .relaxed)
        // Within a dispatch, time travel begins once the current change is handled.
        return found == known || found == 0 && mutex.isLockedByCurrentThread
    }

    func show(_ state: State, for traveler: ObjectIdentifier, isWanted: @escaping @Sendable () -> Bool) {
        exclusively { [self] in
            guard self.traveler.load(ordering: .relaxed) == UInt(bitPattern: traveler), isWanted() else { return }
            _ = replaceState(by: state, isStep: false)
            notifySubscribers()
        }
    }

    func endTimeTravel(_ traveler: ObjectIdentifier, settingBy by: String?, _ actions: HeldActions) {
        exclusively { [self] in
            guard self.traveler.load(ordering: .relaxed) == UInt(bitPattern: traveler), let ended = held.take()
            else { return }
            self.traveler.store(0, ordering: .relaxed)
            storedHeldCount.store(0, ordering: .relaxed)
            guard let live = reading.withLock({ _ in waitingState }) else { return }
            let shown = replaceState(by: live, isStep: false).old
            reading.withLock { _ in waitingState = nil }
            // Before anything that subscribers dispatch, who are notified next.
            let refused = ended.release(actions, to: &queue)
            if let by { handleSet(shown, by: by) } else { notifySubscribers() }
            refused.forEach(ended.onRefused)
        }
    }

    /// - Returns: Whether it was refused.
    @discardableResult
    private func hold(_ entry: NestedChangeQueue<State, Action>.Entry) -> Bool {
        // Taken out of the variable: otherwise each entry copies the list.
        guard var changes = held.take() else { return false }
        let refused = changes.add(entry)
        held = changes
        storedHeldCount.store(changes.entries.count, ordering: .relaxed)
        if let refused { changes.onRefused(refused) }
        return refused != nil
    }

    // MARK: - From another process

    var live: (state: State, seq: Int) {
        refuseReducer("read the state of", remedy: "use the state that was handed to the reducer")
        return reading.withLock { _ in (waitingState ?? currentState, currentSeq) }
    }

    func request(_ action: Action, from origin: Origin) -> ChangeResult {
        request(.action(ActionDispatch(action: action, from: origin, cause: nil)))
    }

    func request(settingTo state: State, by: String) -> ChangeResult { request(.set(state, by: by)) }

    private func request(_ change: NestedChangeQueue<State, Action>.Change) -> ChangeResult {
        precondition(!mutex.isLockedByCurrentThread, "a change requested within a dispatch has no number yet")
        return withMutex {
            let entry = NestedChangeQueue<State, Action>.Entry(change: change)
            if held != nil { return hold(entry) ? .refused : .held }
            // What is dispatched while it is handled is queued, so the next number is its own.
            let before = currentSeq
            handle(entry)
            return currentSeq == before ? .dropped : .step(before + 1)
        }
    }

    // MARK: - Observers

    func add(_ observer: StepObserver<State, Action>) {
        observers.append(observer)
        hasObservers = true
    }

    func remove(_ observer: StepObserver<State, Action>) {
        observers.removeAll { $0 === observer }
        hasObservers = !observers.isEmpty
    }

    private func notifyObservers(_ change: StepObserver<State, Action>.Step.Change) {
        let step = reading.withLock { _ in
            StepObserver<State, Action>.Step(seq: currentSeq, change: change, state: currentState)
        }
        for observer in observers { observer.onStep(step) }
    }

    /// Ends the app when the caller is the reducer of this store.
    private func refuseReducer(_ what: StaticString, remedy: StaticString) {
        guard mutex.isLockedByCurrentThread, isReducing else { return }
        fatalError("A reducer is pure: it must not \(what) the store that runs it. Instead, \(remedy).")
    }

    // MARK: - Subscribers

    private func notifySubscribers() {
        if subscribers.isEmpty { return }
        subscribers.notify(state)
    }

    func subscribe(onChange: @escaping @Sendable (State) -> Void) -> Subscription {
        subscribers.add(Subscriber(onChange: onChange))
    }

    func subscribe<Part: Equatable & Sendable>(
        to part: @escaping @Sendable (State) -> Part, onChange: @escaping @Sendable (Part) -> Void
    ) -> Subscription {
        // With the mutex locked: no change comes between the present value and the subscription.
        if mutex.isLockedByCurrentThread {
            refuseReducer("subscribe to", remedy: "subscribe when the store is made")
            return subscribers.add(Subscriber(to: part, present: part(state), onChange: onChange))
        }
        return withMutex { subscribers.add(Subscriber(to: part, present: part(state), onChange: onChange)) }
    }
}
