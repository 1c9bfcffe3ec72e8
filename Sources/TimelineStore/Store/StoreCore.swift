import Dispatch
import Synchronization
internal import TimelineJournal
internal import TimelineKit
internal import TimelineSystem

/// The locks of a store, always locked in this order:
///
/// 1. `mutex`, while a change is handled, with subscribers and nested dispatches. It orders the steps. Readers do not lock it:
///    a subscriber may wait for a reading thread.
/// 2. `reading`, while the reducer runs and while the state is read.
///
/// The core of a store of the main actor locks neither. A mention of a generic type that depends on `State` or `Action` costs some
/// 50 ns. Hence no `Locked<State>`, and a plain dispatch makes no `ActionDispatch` and calls `queue.endIfEmpty` before `next`.
final class StoreCore<State: Sendable, Action: Sendable>: LiveStoreCore, @unchecked Sendable {
    private let reducer: @Sendable (inout State, Action) -> Void
    private let middleware: [Middleware<State, Action>]
    private let hasMiddleware: Bool

    private let isOnMainQueue: Bool
    private let mutex = Locked<Void>(())
    /// The thread that has locked `mutex`, or 0.
    private let owner = Atomic<UInt>(0)
    private let reading = Locked<Void>(())

    /// The shown state while the past is shown. Guarded by `reading`.
    var currentState: State
    /// The live state while the past is shown. Guarded by `reading`.
    var waitingState: State?
    /// Guarded by `reading`.
    var currentSeq = 0

    /// Guarded by `mutex`.
    var queue = NestedChangeQueue<State, Action>()
    /// Guarded by `mutex`.
    private var isReducing = false
    /// Nil while the live state is shown. Guarded by `mutex`.
    var held: HeldChanges<NestedChangeQueue<State, Action>.Entry, Action>?
    /// The bits of an `ObjectIdentifier`, or 0. Written with `mutex` locked.
    let traveler = Atomic<UInt>(0)
    /// Written with `mutex` locked.
    let storedHeldCount = Atomic<Int>(0)

    private let subscribers = SubscriberList<State>()
    private let observedParts = ObservedParts<State>()
    /// Guarded by `mutex`.
    private var observers: [StepObserver<State, Action>] = []
    /// Guarded by `mutex`.
    private var hasObservers = false
    /// Used with `mutex` locked.
    var hasReplica = false

    init(
        initialState: State, middleware: [Middleware<State, Action>], isOnMainQueue: Bool = false,
        reducer: @escaping @Sendable (inout State, Action) -> Void
    ) {
        self.isOnMainQueue = isOnMainQueue
        currentState = initialState
        self.middleware = middleware
        hasMiddleware = !middleware.isEmpty
        self.reducer = reducer
    }

    var state: State {
        isolated {
            refuseReducer("read the state of", remedy: "use the state that was handed to the reducer")
            return withReading { currentState }
        }
    }

    var seq: Int {
        isolated {
            refuseReducer("read the step number of", remedy: "keep a count in the state")
            return withReading { currentSeq }
        }
    }

    // MARK: - Isolation

    func isolated<Result>(_ body: () -> Result) -> Result {
        isOnMainQueue ? MainQueue.sync(body) : body()
    }

    func wait(for queue: DispatchQueue, _ work: @escaping @Sendable () -> Void) {
        isOnMainQueue ? MainQueue.wait(for: queue, work) : queue.sync(execute: work)
    }

    var isHandling: Bool { isOnMainQueue ? queue.isHandling : owner.load(ordering: .relaxed) == ThreadID.current }

    private func lock() {
        if isOnMainQueue { return }
        mutex.lock()
        owner.store(ThreadID.current, ordering: .relaxed)
    }

    private func unlock() {
        if isOnMainQueue { return }
        owner.store(0, ordering: .relaxed)
        mutex.unlock()
    }

    @inline(__always)
    func withReading<Result>(_ body: () -> Result) -> Result {
        if isOnMainQueue { return body() }
        reading.lock()
        defer { reading.unlock() }
        return body()
    }

    // MARK: - Changes

    /// `isWanted` is called with `mutex` locked, just before.
    func dispatch(
        _ action: Action, from origin: Origin, cause: Cause = .current, site: DispatchSite? = nil,
        isWanted: (@Sendable () -> Bool)? = nil
    ) {
        if isOnMainQueue {
            isolated { dispatchHere(action, from: origin, cause: cause, site: site, isWanted: isWanted) }
        } else {
            dispatchHere(action, from: origin, cause: cause, site: site, isWanted: isWanted)
        }
    }

    /// For a store of the main queue, only on that queue.
    func dispatchHere(
        _ action: Action, from origin: Origin, cause: Cause = .current, site: DispatchSite? = nil,
        isWanted: (@Sendable () -> Bool)? = nil
    ) {
        if isHandling {
            refuseReducer("dispatch to", remedy: "dispatch from a middleware, an effect or a subscriber")
            queue.add(action, from: origin, cause: cause, site: site, isWanted: isWanted)
            return
        }
        let step = cause.step
        lock()
        queue.start(cause: step)
        if held != nil {
            let dispatched = ActionDispatch(action: action, from: origin, cause: step, site: site)
            hold(.init(change: .action(dispatched), isWanted: isWanted))
        } else if isWanted?() ?? true {
            if hasMiddleware || hasObservers {
                handle(ActionDispatch(action: action, from: origin, cause: step, site: site))
            } else {
                reduce(action)
                notifySubscribers()
            }
        }
        if !queue.endIfEmpty() { handleQueue() }
        unlock()
    }

    /// Passes recorders alone; no subscriber or observer of a part is notified.
    func follow(_ action: Action, from origin: Origin, isWanted: (@Sendable () -> Bool)? = nil) {
        let entry = NestedChangeQueue<State, Action>.Entry(
            change: .followed(ActionDispatch(action: action, from: origin)), isWanted: isWanted)
        handle(entry, "dispatch to", remedy: "dispatch from a middleware, an effect or a subscriber")
    }

    func set(_ state: State, by: String) {
        handle(
            .init(change: .set(state, by: by)), "set the state of",
            remedy: "change the state that was handed to the reducer")
    }

    func exclusively(_ work: @escaping @Sendable () -> Void) {
        handle(
            .init(change: .work(work, waitsForLive: false)), "travel in time with",
            remedy: "travel from a middleware, an effect or a subscriber")
    }

    func whenLive(_ work: @escaping @Sendable () -> Void) {
        handle(
            .init(change: .work(work, waitsForLive: true)), "replicate",
            remedy: "replicate from a middleware, an effect or a subscriber")
    }

    func setExclusively(_ state: State, by: String) { handleSet(state, by: by) }

    func handleExclusively(_ action: Action, from origin: Origin) {
        handle(ActionDispatch(action: action, from: origin))
    }

    private func handle(_ entry: NestedChangeQueue<State, Action>.Entry, _ use: StaticString, remedy: StaticString) {
        isolated {
            if isHandling {
                refuseReducer(use, remedy: remedy)
                queue.add(entry)
            } else {
                withMutex { handle(entry) }
            }
        }
    }

    /// Then handles what was dispatched in `body`. Not for `dispatch`, which a closure slows.
    func withMutex<Result>(_ body: () -> Result) -> Result {
        lock()
        queue.start(cause: nil)
        let result = body()
        if !queue.endIfEmpty() { handleQueue() }
        unlock()
        return result
    }

    private func handleQueue() {
        while let entry = queue.next() { handle(entry) }
    }

    func handle(_ entry: NestedChangeQueue<State, Action>.Entry) {
        if case .work(let work, waitsForLive: false) = entry.change { return work() }
        if held != nil {
            hold(entry)
            return
        }
        guard entry.isWanted?() ?? true else { return }
        switch entry.change {
        case .action(let dispatched): handle(dispatched)
        case .followed(let dispatched): follow(dispatched)
        case .set(let state, let by): handleSet(state, by: by)
        case .work(let work, _): work()
        }
    }

    private func handle(_ dispatched: ActionDispatch<Action>) {
        let before = currentSeq
        pass(dispatched, to: 0)
        if currentSeq != before { notifySubscribers() }
    }

    private func follow(_ dispatched: ActionDispatch<Action>) {
        pass(dispatched, to: 0, recordersOnly: true)
        for middleware in middleware { middleware.onOtherStep?(state, ObjectIdentifier(self)) }
        if subscribers.isEmpty, observedParts.isEmpty { return }
        let state = state
        observedParts.follow(state)
        subscribers.follow(state)
    }

    private func pass(_ dispatched: ActionDispatch<Action>, to index: Int, recordersOnly: Bool = false) {
        guard index < middleware.count else {
            reduce(dispatched.action)
            if hasObservers { notifyObservers(.action(dispatched)) }
            return
        }
        if recordersOnly, !middleware[index].isRecorder {
            return pass(dispatched, to: index + 1, recordersOnly: true)
        }
        middleware[index].handle(dispatched, StoreAccess(core: self)) {
            pass($0, to: index + 1, recordersOnly: recordersOnly)
        }
    }

    private func reduce(_ action: Action) {
        isReducing = true
        let seq = withReading {
            reducer(&currentState, action)
            currentSeq += 1
            return currentSeq
        }
        isReducing = false
        queue.reduced(as: seq)
    }

    func handleSet(_ state: State, by: String) {
        let seq = replaceState(by: state, isStep: true).seq
        queue.reduced(as: seq)
        for middleware in middleware {
            middleware.onSet?(state, by)
            middleware.onOtherStep?(state, ObjectIdentifier(self))
        }
        if hasObservers { notifyObservers(.set(by: by)) }
        notifySubscribers()
    }

    /// Returns the old state, so that it is released with the lock free: the objects in it may read the store in `deinit`.
    func replaceState(by state: State, isStep: Bool) -> (old: State, seq: Int) {
        var old = state
        let seq = withReading {
            swap(&currentState, &old)
            if isStep { currentSeq += 1 }
            return currentSeq
        }
        return (old, seq)
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
        let step = withReading {
            StepObserver<State, Action>.Step(seq: currentSeq, change: change, state: currentState)
        }
        for observer in observers { observer.onStep(step) }
    }

    func refuseReducer(_ what: StaticString, remedy: StaticString) {
        guard isHandling, isReducing else { return }
        fatalError("A reducer is pure: it must not \(what) the store that runs it. Instead, \(remedy).")
    }

    // MARK: - Subscribers

    func notifySubscribers() {
        if subscribers.isEmpty, observedParts.isEmpty { return }
        let state = state
        observedParts.notify(state)
        subscribers.notify(state)
    }

    func subscribe(onChange: @escaping @Sendable (State) -> Void) -> Subscription {
        subscribers.add(Subscriber(onChange: onChange))
    }

    func subscribe<Part: Equatable & Sendable>(
        to part: @escaping @Sendable (State) -> Part, initial: Bool, onChange: @escaping @Sendable (Part) -> Void
    ) -> Subscription {
        isolated {
            // With the mutex locked: no change comes between the present value and the subscription.
            let subscribe = { [self] in
                let present = part(state)
                let subscription = subscribers.add(Subscriber(to: part, present: present, onChange: onChange))
                if initial { onChange(present) }
                return subscription
            }
            guard isHandling else { return withMutex(subscribe) }
            refuseReducer("subscribe to", remedy: "subscribe when the store is made")
            return subscribe()
        }
    }

    // MARK: - Observed parts

    func observed<Part: Equatable & Sendable>(_ path: any KeyPath<State, Part> & Sendable) -> Part {
        observedParts.read(path, StatePart { $0[keyPath: path] }) { state }
    }

    func observed<Part: Equatable & Sendable>(
        _ path: any KeyPath<StatePart<State, State>, StatePart<State, Part>> & Sendable
    ) -> Part {
        observedParts.read(path, StatePart { $0 }[keyPath: path]) { state }
    }
}
