import Synchronization
internal import TimelineJournal
internal import TimelineKit
internal import TimelineSystem

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

    /// Guarded by `reading`. The live state, unless the past is on show.
    private var currentState: State
    /// While the past is on show: the live state, which waits. Guarded by `reading`.
    private var waitingState: State?
    /// The number of the last step, 0 before the first. Guarded by `reading`.
    private var currentSeq = 0

    /// Guarded by `turn`.
    private var queue = TurnQueue<State, Action>()
    /// Whether the reducer runs. Guarded by `turn`.
    private var isReducing = false
    /// While the past is on show. Guarded by `turn`.
    private var excursion: Excursion<State, Action>?
    /// Who has the store away: the bits of an `ObjectIdentifier`, or 0. Written in a turn.
    private let traveler = Atomic<UInt>(0)
    /// How many changes the excursion holds. Written in a turn.
    private let held = Atomic<Int>(0)

    private let subscribers = SubscriberList<State>()
    /// Those who are told of each step in its turn. Guarded by `turn`.
    private var witnesses: [StepWitness<State, Action>] = []
    /// Whether there are any. Guarded by `turn`.
    private var isWitnessed = false
    /// Whether a replica shares the state. Used in turns.
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

    /// The state of the last step, whatever is on show.
    var liveState: State {
        refuseReducer("read the state of", remedy: "use the state that was handed to the reducer")
        return reading.withLock { _ in waitingState ?? currentState }
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
        if excursion != nil {
            divert(.init(change: .action(Dispatched(action: action, from: origin, cause: step)), isWanted: isWanted))
        } else if isWanted?() ?? true {
            if hasMiddleware || isWitnessed {
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
        if excursion != nil {
            divert(.init(change: .set(state, by: by)))
        } else {
            handleSet(state, by: by)
        }
        if !queue.endIfEmpty() { handleQueue() }
        turn.give()
    }

    private func handleQueue() {
        while let entry = queue.next() {
            if case .work(let work, waitsForLive: false) = entry.change {
                work()
                continue
            }
            if excursion != nil {
                divert(entry)
                continue
            }
            guard entry.isWanted?() ?? true else { continue }
            switch entry.change {
            case .action(let dispatched): handle(dispatched)
            case .set(let state, let by): handleSet(state, by: by)
            case .work(let work, _): work()
            }
        }
    }

    /// Does in a turn what is no step: now, or, within a dispatch, after what was asked for before.
    func inTurn(_ work: @escaping @Sendable () -> Void) {
        if turn.isMine {
            refuseReducer("travel in time with", remedy: "travel from a middleware, an effect or a subscriber")
            queue.add(work: work)
            return
        }
        turn.take()
        queue.start(cause: nil)
        work()
        if !queue.endIfEmpty() { handleQueue() }
        turn.give()
    }

    /// Does in a turn what needs the live state: now, or, within a dispatch, after what was asked for before; while the
    /// past is on show, when the live state is back.
    func whenLive(_ work: @escaping @Sendable () -> Void) {
        if turn.isMine {
            refuseReducer("replicate", remedy: "replicate from a middleware, an effect or a subscriber")
            queue.add(work: work, waitsForLive: true)
            return
        }
        turn.take()
        queue.start(cause: nil)
        if excursion != nil { divert(.init(change: .work(work, waitsForLive: true))) } else { work() }
        if !queue.endIfEmpty() { handleQueue() }
        turn.give()
    }

    /// Takes a state from outside in the turn of the caller, who is in `whenLive`.
    func setInTurn(_ state: State, by: String) { handleSet(state, by: by) }

    /// Handles an action in the turn of the caller, who is in `whenLive`.
    func handleInTurn(_ action: Action, from origin: Origin) { handle(Dispatched(action: action, from: origin)) }

    private func handle(_ dispatched: Dispatched<Action>) {
        let before = currentSeq
        pass(dispatched, to: 0)
        if currentSeq != before { tellSubscribers() }
    }

    /// Hands an action to the middleware at `index`, or to the reducer after the last.
    private func pass(_ dispatched: Dispatched<Action>, to index: Int) {
        guard index < middleware.count else {
            reduce(dispatched.action)
            if isWitnessed { tellWitnesses(.action(dispatched)) }
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
        if isWitnessed { tellWitnesses(.set(by: by)) }
        tellSubscribers()
    }

    /// Returns the old state, so that it goes when the lock is free: what it holds may read the store as it goes.
    private func replaceState(by state: State, isStep: Bool) -> (old: State, seq: Int) {
        var old = state
        let seq = reading.withLock { _ in
            swap(&currentState, &old)
            if isStep { currentSeq += 1 }
            return currentSeq
        }
        return (old, seq)
    }

    // MARK: - The past on show

    /// How many changes wait until the live state is back.
    var heldCount: Int { held.load(ordering: .relaxed) }

    /// Lets the live state wait, while `traveler` shows others. What is dispatched from now on is held or refused.
    ///
    /// - Returns: false where another traveler has the store away.
    func leave(
        _ traveler: ObjectIdentifier, _ meanwhile: Meanwhile,
        onRefused: @escaping @Sendable (Dispatched<Action>) -> Void
    ) -> Bool {
        let known = UInt(bitPattern: traveler)
        inTurn { [self] in
            guard excursion == nil else { return }
            excursion = Excursion(meanwhile: meanwhile, onRefused: onRefused)
            reading.withLock { _ in waitingState = currentState }
            self.traveler.store(known, ordering: .relaxed)
        }
        let found = self.traveler.load(ordering: .relaxed)
        // Within a dispatch the store leaves when what is being handled is done.
        return found == known || found == 0 && turn.isMine
    }

    /// Shows a state, which becomes no step; unless `isWanted` says in the turn that another is wanted by now.
    func show(_ state: State, for traveler: ObjectIdentifier, isWanted: @escaping @Sendable () -> Bool) {
        inTurn { [self] in
            guard self.traveler.load(ordering: .relaxed) == UInt(bitPattern: traveler), isWanted() else { return }
            _ = replaceState(by: state, isStep: false)
            tellSubscribers()
        }
    }

    /// Goes back to the live state, or makes the shown one live, as a step that was set by `by`; then handles what was
    /// held.
    func comeBack(_ traveler: ObjectIdentifier, settingBy by: String?, _ actions: HeldActions) {
        inTurn { [self] in
            guard self.traveler.load(ordering: .relaxed) == UInt(bitPattern: traveler), let away = excursion.take()
            else { return }
            self.traveler.store(0, ordering: .relaxed)
            held.store(0, ordering: .relaxed)
            guard let live = reading.withLock({ _ in waitingState }) else { return }
            let shown = replaceState(by: live, isStep: false).old
            reading.withLock { _ in waitingState = nil }
            // Before what subscribers may ask for, who are told next.
            let refused = away.release(actions, to: &queue)
            if let by { handleSet(shown, by: by) } else { tellSubscribers() }
            refused.forEach(away.onRefused)
        }
    }

    /// - Returns: whether it was refused.
    @discardableResult
    private func divert(_ entry: TurnQueue<State, Action>.Entry) -> Bool {
        // Taken out, or the list of what is held would be copied for each entry.
        guard var away = excursion.take() else { return false }
        let refused = away.take(entry)
        excursion = away
        held.store(away.held.count, ordering: .relaxed)
        if let refused { away.onRefused(refused) }
        return refused != nil
    }

    // MARK: - From another process

    /// The live state and the number of the step that led to it.
    var live: (state: State, seq: Int) {
        refuseReducer("read the state of", remedy: "use the state that was handed to the reducer")
        return reading.withLock { _ in (waitingState ?? currentState, currentSeq) }
    }

    /// Dispatches an action, and says what became of it.
    func ask(for action: Action, from origin: Origin) -> Asked {
        let dispatched = Dispatched(action: action, from: origin, cause: nil)
        return ask(for: .action(dispatched)) { handle(dispatched) }
    }

    /// Sets a state, and says what became of that.
    func ask(toSet state: State, by: String) -> Asked {
        ask(for: .set(state, by: by)) { handleSet(state, by: by) }
    }

    private func ask(for change: TurnQueue<State, Action>.Change, handle: () -> Void) -> Asked {
        precondition(!turn.isMine, "what was asked for within a dispatch has no number yet")
        turn.take()
        queue.start(cause: nil)
        let asked: Asked
        if excursion != nil {
            asked = divert(.init(change: change)) ? .refused : .held
        } else {
            // What is dispatched meanwhile is queued, so that the next number can be this one's alone.
            let before = currentSeq
            handle()
            asked = currentSeq == before ? .dropped : .step(before + 1)
        }
        if !queue.endIfEmpty() { handleQueue() }
        turn.give()
        return asked
    }

    /// Tells `witness` of every step from now on, until the subscription ends.
    func subscribe(_ witness: StepWitness<State, Action>) -> Subscription {
        inTurn { [self] in add(witness) }
        return Subscription { [weak self] in
            guard let self else { return }
            inTurn { [self] in remove(witness) }
        }
    }

    /// Tells `witness` of every step from now on. In a turn.
    func add(_ witness: StepWitness<State, Action>) {
        witnesses.append(witness)
        isWitnessed = true
    }

    /// Tells `witness` nothing more. In a turn.
    func remove(_ witness: StepWitness<State, Action>) {
        witnesses.removeAll { $0 === witness }
        isWitnessed = !witnesses.isEmpty
    }

    private func tellWitnesses(_ change: WitnessedStep<State, Action>.Change) {
        let step = reading.withLock { _ in WitnessedStep(seq: currentSeq, change: change, state: currentState) }
        for witness in witnesses { witness.onStep(step) }
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
