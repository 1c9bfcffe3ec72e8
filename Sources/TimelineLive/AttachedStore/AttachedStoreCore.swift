internal import Dispatch
internal import Synchronization
internal import TimelineKit

/// A state set from outside becomes a recorded step at once; the store receives it with the next call of its reducer.
/// Sendable because every variable is used with `mutex` locked, by the thread that `owner` names.
final class AttachedStoreCore<State: Codable & Equatable & Sendable, Action: Sendable, StoreAction>: LiveStoreCore,
    AttachedReducing, @unchecked Sendable
{
    private enum Held {
        case action(StoreAction, from: Origin, cause: Int?)
        case set(State, by: String)
        case work(@Sendable () -> Void)
    }

    private final class Request: Sendable {
        let from: Origin
        let seq = Atomic(0)
        let isReduced = DispatchSemaphore(value: 0)
        init(from: Origin) { self.from = from }
    }

    /// The time within which a requested action, or the inert one, must reach the reducer.
    private static var requestTimeout: DispatchTimeInterval { .seconds(5) }
    private static var inertTimeout: DispatchTimeInterval { .seconds(2) }

    private weak let recorder: Recorder<State, StoreAction>?
    private let inert: StoreAction
    private let isInert: (StoreAction) -> Bool
    private let read: @Sendable (StoreAction) -> Action?
    private let write: @Sendable (Action) -> StoreAction
    private let dispatch: @Sendable (StoreAction) -> Void

    private let mutex = Locked<Void>(())
    private let owner = Atomic<UInt>(0)

    private var state: State
    private var seq: Int
    /// The state that the reducer returns on its next call.
    private var pending: State?
    private var pendingCount = 0
    /// The state that the reducer returned last.
    private var shown: State?
    private var hasReported = false
    private var held: HeldChanges<Held, Action>?
    private var observers: [StepObserver<State, Action>] = []
    private var requests: [Request] = []
    var hasReplica = false

    init(
        _ recorder: Recorder<State, StoreAction>, inert: StoreAction,
        read: @escaping @Sendable (StoreAction) -> Action?,
        write: @escaping @Sendable (Action) -> StoreAction, dispatch: @escaping @Sendable (StoreAction) -> Void
    ) {
        (self.recorder, self.inert) = (recorder, inert)
        isInert = Self.recognizer(of: inert)
        (self.read, self.write, self.dispatch) = (read, write, dispatch)
        (seq, state) = Self.waitForReducer(of: recorder)
    }

    private static func waitForReducer(of recorder: Recorder<State, StoreAction>) -> (seq: Int, state: State) {
        while true {
            if let last = recorder.lastKnown { return last }
            _ = DispatchSemaphore(value: 0).wait(timeout: .now() + .milliseconds(1))
        }
    }

    func stepEnded(_ seq: Int, _ state: State) {
        withMutex { if seq > self.seq { (self.seq, self.state) = (seq, state) } }
    }

    private static func recognizer(of inert: StoreAction) -> (StoreAction) -> Bool {
        if type(of: inert as Any) != StoreAction.self { return { type(of: $0 as Any) == type(of: inert as Any) } }
        func equals<Value: Equatable>(_ value: Value) -> (StoreAction) -> Bool { { $0 as? Value == value } }
        if let value = inert as? any Equatable { return equals(value) }
        func text(_ action: StoreAction) -> JSONText? {
            (action as? any Encodable).flatMap { try? JSONCoding.encode($0) }
        }
        let known = text(inert)
        return { known != nil && text($0) == known }
    }

    // MARK: - Exclusive work

    private var isMine: Bool { owner.load(ordering: .relaxed) == ThreadID.current }

    private func withMutex<Result>(_ body: () -> Result) -> Result {
        if isMine { return body() }
        mutex.lock()
        owner.store(ThreadID.current, ordering: .relaxed)
        defer {
            owner.store(0, ordering: .relaxed)
            mutex.unlock()
        }
        return body()
    }

    func exclusively(_ work: @escaping @Sendable () -> Void) { withMutex(work) }

    func whenLive(_ work: @escaping @Sendable () -> Void) {
        withMutex { if held == nil { work() } else { _ = held?.add(.work(work), nil) } }
        propagate()
    }

    func setExclusively(_ state: State, by: String) { withMutex { apply(state, by: by) } }

    /// Does nothing: the store alone may reduce.
    func handleExclusively(_ action: Action, from origin: Origin) {}

    // MARK: - The reducer

    func reduce<Result>(
        _ action: StoreAction, _ state: inout State, reduce: (inout State, StoreAction) -> Result,
        record: (inout State) -> (result: Result, seq: Int, from: Origin, cause: Int?)
    ) -> Result {
        withMutex {
            if let next = pending {
                state = next
                pending = nil
                hasReported = false
            } else if held != nil, shown != state {
                reportNotShown("a reducer outside the recorder's changed the state")
                if let shown { state = shown }
            }
            shown = state
            let isInert = isInert(action)
            if isInert || held != nil {
                if !isInert { refuse(action) }
                var copy = state
                return reduce(&copy, inert)
            }
            let before = seq
            let (result, step, from, cause) = record(&state)
            self.state = state
            shown = state
            seq = number(of: step, after: before)
            if let place = requests.firstIndex(where: { $0.from == from }) {
                let request = requests.remove(at: place)
                request.seq.store(seq, ordering: .releasing)
                request.isReduced.signal()
            }
            if !observers.isEmpty {
                let change = read(action).map {
                    StepChange.action(ActionDispatch(action: $0, from: from, cause: cause))
                }
                notify(change ?? .set(by: "opaque"))
            }
            return result
        }
    }

    private typealias StepChange = StepObserver<State, Action>.Step.Change

    private func notify(_ change: StepChange) {
        let step = StepObserver.Step(seq: seq, change: change, state: state)
        for observer in observers { observer.onStep(step) }
    }

    private func refuse(_ action: StoreAction) {
        guard let recorder else { return }
        let origin = recorder.origin(of: action)
        let dispatched = read(action).map { ActionDispatch(action: $0, from: origin.from, cause: origin.cause) }
        // Subscribers that react to the shown state dispatch as the user does.
        let refused =
            origin.from == .user
            ? dispatched : held?.add(.action(action, from: origin.from, cause: origin.cause), dispatched)
        if let refused { held?.onRefused(refused) }
    }

    /// Dispatches the inert action if a state waits to be shown.
    private func propagate() {
        let number = withMutex { () -> Int? in
            guard pending != nil else { return nil }
            pendingCount += 1
            return pendingCount
        }
        guard let number else { return }
        if isMine {
            // A reducer, or an observer that it calls, must not dispatch.
            DispatchQueue.global().async { [self] in dispatch(inert) }
        } else {
            dispatch(inert)
        }
        DispatchQueue.global().asyncAfter(deadline: .now() + Self.inertTimeout) { [weak self] in
            self?.withMutex {
                guard let self, self.pending != nil, self.pendingCount == number else { return }
                self.reportNotShown("the inert action did not reach the reducer")
            }
        }
    }

    private func reportNotShown(_ reason: String) {
        if hasReported { return }
        hasReported = true
        recorder?.onProblem(
            RecordingProblem(
                .stateNotShown,
                "the store does not show the state that it was given: \(reason); wrap the root reducer, and dispatch past "
                    + "middleware that drops actions"))
    }

    // MARK: - Changes from outside

    var liveStep: (state: State, seq: Int) { withMutex { (state, seq) } }

    private func apply(_ state: State, by: String) {
        let before = seq
        recorder?.set(state, by: by)
        self.state = state
        pending = state
        seq = number(of: recorder?.seq ?? 0, after: before)
        notify(.set(by: by))
    }

    /// That of the recorder, which also counts states that were set otherwise; 0 where nothing is recorded.
    private func number(of step: Int, after before: Int) -> Int { step > 0 ? step : before + 1 }

    func set(_ state: State, by: String) { _ = request(settingTo: state, by: by) }

    func request(_ action: Action, from origin: Origin) -> ChangeResult {
        let storeAction = write(action)
        let request = Request(from: origin)
        let dispatched = ActionDispatch(action: action, from: origin)
        let (onRefused, refused) = withMutex {
            if held == nil { requests.append(request) }
            return (held?.onRefused, held?.add(.action(storeAction, from: origin, cause: nil), dispatched))
        }
        if let onRefused {
            if let refused { onRefused(refused) }
            return refused == nil ? .held : .refused
        }
        send(storeAction, from: origin, cause: nil)
        _ = request.isReduced.wait(timeout: .now() + Self.requestTimeout)
        withMutex { requests.removeAll { $0 === request } }
        let seq = request.seq.load(ordering: .acquiring)
        return seq == 0 ? .dropped : .step(seq)
    }

    private func send(_ action: StoreAction, from: Origin, cause: Int?) {
        guard let recorder else { return }
        dispatch(recorder.origin(from, ofStep: cause).tag(action))
    }

    func request(settingTo state: State, by: String) -> ChangeResult {
        let result = withMutex { () -> ChangeResult in
            if held != nil {
                _ = held?.add(.set(state, by: by), nil)
                return .held
            }
            apply(state, by: by)
            return .step(seq)
        }
        propagate()
        return result
    }

    // MARK: - Observing

    func add(_ observer: StepObserver<State, Action>) { withMutex { observers.append(observer) } }

    func remove(_ observer: StepObserver<State, Action>) { withMutex { observers.removeAll { $0 === observer } } }

    // MARK: - Showing the past

    var heldCount: Int { withMutex { held?.count ?? 0 } }

    func beginTimeTravel(
        _ traveler: ObjectIdentifier, refusesActions: Bool,
        onRefused: @escaping @Sendable (ActionDispatch<Action>) -> Void
    ) -> Bool {
        withMutex {
            if held == nil {
                held = HeldChanges(traveler: traveler, refusesActions: refusesActions, onRefused: onRefused)
                // The store shows `state`, or soon `pending`.
                shown = pending ?? state
            }
            return held?.traveler == traveler
        }
    }

    func show(_ state: State, for traveler: ObjectIdentifier, isWanted: @escaping @Sendable () -> Bool) {
        withMutex {
            guard held?.traveler == traveler, isWanted() else { return }
            pending = state
        }
        propagate()
    }

    func endTimeTravel(_ traveler: ObjectIdentifier, settingBy by: String?, _ actions: HeldActions) {
        let ended = withMutex { () -> HeldChanges<Held, Action>? in
            guard let ended = held, ended.traveler == traveler else { return nil }
            held = nil
            if let by { apply(pending ?? shown ?? state, by: by) } else { pending = state }
            return ended
        }
        guard let ended else { return }
        propagate()
        let (changes, refused) = ended.released(actions)
        for change in changes {
            switch change {
            case .set(let state, let by): set(state, by: by)
            case .action(let action, let from, let cause): send(action, from: from, cause: cause)
            case .work(let work): whenLive(work)
            }
        }
        refused.forEach(ended.onRefused)
    }
}
