package import Dispatch
internal import Synchronization
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
public final class Store<State: Sendable, Action: Sendable>: LiveStoreCore, @unchecked Sendable {
    private let reducer: @Sendable (inout State, Action) -> Void
    private let middleware: [Middleware<State, Action>]
    private let hasMiddleware: Bool

    private let isOnMainQueue: Bool
    /// The locks of a store, always locked in this order:
    ///
    /// 1. `mutex`, while a change is handled, with subscribers and nested dispatches. It orders the steps. Readers do not lock it:
    ///    a subscriber may wait for a reading thread.
    /// 2. `reading`, while the reducer runs and while the state is read.
    ///
    /// A store of the main actor locks neither. A mention of a generic type that depends on `State` or `Action` costs some 50 ns. Hence
    /// no `Locked<State>`, and a plain dispatch makes no `ActionDispatch` and calls `queue.endIfEmpty` before `next`.
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

    /// The effects of the last step that started some. Guarded by `mutex`.
    var startedWork: StepWork?

    let subscribers = SubscriberList<State>()
    let observedParts = ObservedParts<State>()
    /// Guarded by `mutex`.
    var observers: [StepObserver<State, Action>] = []
    /// Guarded by `mutex`.
    var hasObservers = false
    /// Used with `mutex` locked.
    package var hasReplica = false

    /// An action passes the `middleware` on its way to the reducer, the outermost first. A recorder belongs last: there it
    /// gets the action that is reduced and the state that the reducer leaves.
    public convenience init(
        initialState: State, middleware: [Middleware<State, Action>] = [],
        reducer: @escaping @Sendable (_ state: inout State, _ action: Action) -> Void
    ) {
        self.init(initialState, middleware, isOnMainQueue: false, reducer)
    }

    /// Makes a store that runs `program`. A recorder of `program` among the middleware and the store begin with one state.
    public convenience init(program: some Program<State, Action>, middleware: [Middleware<State, Action>] = []) {
        self.init(program, middleware, isOnMainQueue: false)
    }

    /// A program may make another state each time, as with `let id = UUID()`, so the store shares the recorder's.
    convenience init<P: Program<State, Action>>(
        _ program: P, _ middleware: [Middleware<State, Action>], isOnMainQueue: Bool
    ) {
        let recorded = middleware.lazy.compactMap { $0.recordedFirstState?(P.self) }.first
        self.init(recorded ?? program.initialState, middleware, isOnMainQueue: isOnMainQueue) {
            program.reduce(&$0, $1)
        }
    }

    init(
        _ initialState: State, _ middleware: [Middleware<State, Action>], isOnMainQueue: Bool,
        _ reducer: @escaping @Sendable (inout State, Action) -> Void
    ) {
        self.isOnMainQueue = isOnMainQueue
        currentState = initialState
        self.middleware = middleware
        hasMiddleware = !middleware.isEmpty
        self.reducer = reducer
    }

    /// The state after the last step. Copies a `State`, which is cheap where its parts are arrays, dictionaries and strings.
    public var state: State {
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

    func isolated<Result>(_ body: () -> Result) -> Result { isOnMainQueue ? MainQueue.sync(body) : body() }

    package func wait(for queue: DispatchQueue, _ work: @escaping @Sendable () -> Void) {
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

    /// Sends `action` through the middleware to the reducer, then notifies the subscribers. `origin` and the line of the call are
    /// recorded with it.
    public func dispatch(
        _ action: Action, from origin: Origin = .user, fileID: StaticString = #fileID, line: UInt = #line
    ) {
        send(action, from: origin, site: DispatchSite(fileID: fileID, line: line))
    }

    /// `isWanted` is called just before the action is reduced, also within a dispatch.
    package func dispatch(
        _ action: Action, from origin: Origin, site: DispatchSite,
        where isWanted: @escaping @Sendable (_ state: State) -> Bool
    ) {
        send(action, from: origin, site: site) { [self] in isWanted(state) }
    }

    /// Reduces an action that follows what the UI shows already: no subscriber is notified, and it passes recorders alone.
    package func follow(
        _ action: Action, from origin: Origin = .user, site: DispatchSite? = nil,
        where isWanted: @escaping @Sendable (_ state: State) -> Bool = { _ in true }
    ) {
        let change = NestedChangeQueue<State, Action>.Change.action(
            ActionDispatch(action: action, from: origin, site: site), followsUI: true)
        handle(
            .init(change: change) { [self] in isWanted(state) }, "dispatch to",
            remedy: "dispatch from a middleware, an effect or a subscriber")
    }

    /// `isWanted` is called with `mutex` locked, just before.
    func send(
        _ action: Action, from origin: Origin, cause: Cause = .current, site: DispatchSite? = nil,
        isWanted: (@Sendable () -> Bool)? = nil
    ) {
        if isOnMainQueue {
            isolated { sendHere(action, from: origin, cause: cause, site: site, isWanted: isWanted) }
        } else {
            sendHere(action, from: origin, cause: cause, site: site, isWanted: isWanted)
        }
    }

    /// For a store of the main queue, only on that queue.
    func sendHere(
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

    /// Sets the state from outside: one that was restored, hot-reloaded or traveled to.
    ///
    /// A step like others: it is numbered and, within a dispatch, queued. No reducer runs and no action passes the
    /// middleware; their `onSet` is called instead, then the subscribers are notified. `by` names the source in one word:
    /// `restore`.
    public func set(_ state: State, by: String) {
        handle(
            .init(change: .set(state, by: by)), "set the state of",
            remedy: "change the state that was handed to the reducer")
    }

    package func exclusively(_ work: @escaping @Sendable () -> Void) {
        handle(
            .init(change: .work(work, waitsForLive: false)), "travel in time with",
            remedy: "travel from a middleware, an effect or a subscriber")
    }

    package func whenLive(_ work: @escaping @Sendable () -> Void) {
        handle(
            .init(change: .work(work, waitsForLive: true)), "replicate",
            remedy: "replicate from a middleware, an effect or a subscriber")
    }

    package func setExclusively(_ state: State, by: String) { handleSet(state, by: by) }

    package func handleExclusively(_ action: Action, from origin: Origin) {
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

    private func handleQueue() { while let entry = queue.next() { handle(entry) } }

    func handle(_ entry: NestedChangeQueue<State, Action>.Entry) {
        if case .work(let work, waitsForLive: false) = entry.change { return work() }
        if held != nil {
            hold(entry)
            return
        }
        guard entry.isWanted?() ?? true else { return }
        switch entry.change {
        case .action(let dispatched, let followsUI): handle(dispatched, followsUI: followsUI)
        case .set(let state, let by): handleSet(state, by: by)
        case .work(let work, _): work()
        }
    }

    private func handle(_ dispatched: ActionDispatch<Action>, followsUI: Bool = false) {
        let before = currentSeq
        pass(dispatched, to: 0, recordersOnly: followsUI)
        if currentSeq == before { return }
        if followsUI { for middleware in middleware { middleware.onOtherStep?(state, ObjectIdentifier(self)) } }
        notifySubscribers(followsUI: followsUI)
    }

    private func pass(_ dispatched: ActionDispatch<Action>, to index: Int, recordersOnly: Bool = false) {
        guard index < middleware.count else {
            reduce(dispatched.action)
            if hasObservers { notifyObservers(.action(dispatched)) }
            return
        }
        if recordersOnly, !middleware[index].isRecorder { return pass(dispatched, to: index + 1, recordersOnly: true) }
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

    /// Of one step, whichever middleware starts it.
    func work(of seq: Int) -> StepWork {
        if let startedWork, startedWork.seq == seq { return startedWork }
        let work = StepWork(seq: seq) { [middleware] in for recorder in middleware { recorder.onCanceled?(seq) } }
        startedWork = work
        return work
    }

    func refuseReducer(_ what: StaticString, remedy: StaticString) {
        guard isHandling, isReducing else { return }
        fatalError("A reducer is pure: it must not \(what) the store that runs it. Instead, \(remedy).")
    }
}
