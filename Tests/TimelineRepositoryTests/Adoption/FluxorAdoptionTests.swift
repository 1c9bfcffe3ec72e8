import Dispatch
import Fluxor
import OpenCombine
import Testing
import TimelineKit
import TimelineLive
import TimelineSystem
import TimelineTestSupport

private struct Add: Action, Codable, Sendable { var number: Int }
private struct Fetch: Action, Codable, Sendable {}

private enum CounterActions: ActionTypeList {
    static let actionTypes = ActionTypes<any Action> {
        Add.self
        Fetch.self
    }
}

private func makeReducer() -> Reducer<Counter> {
    Reducer(ReduceOn(Add.self) { state, action in state.count += action.number })
}

// snippet: program
private struct RecordedCounter: Program {
    let name = "counter"
    let version = "1.0.0"
    let initialState = Counter()

    func reduce(_ state: inout Counter, _ action: RecordedAction<CounterActions>) {
        makeReducer().reduce(&state, action.base)
    }
}
// end

private struct CounterEffects: Effects {
    typealias Environment = Void
    let fetch = Effect<Void>.dispatchingOne { actions, _ in
        actions.compactMap { $0 is Fetch ? Add(number: 1) : nil }.eraseToAnyPublisher()
    }
    let several = Effect<Void>.dispatchingMultiple { actions, _ in
        actions.compactMap { $0 is Fetch ? [Add(number: 2), Add(number: 3)] : nil }.eraseToAnyPublisher()
    }
}

// snippet: wrapper
extension Store {
    /// Registers effects whose actions are recorded as theirs.
    func register<E: Effects>(effects: E, from origin: ActionOrigin<any Action>) where E.Environment == Environment {
        register(
            effects: effects.enabledEffects.map { effect in
                switch effect {
                case .dispatchingOne(let publisher):
                    .nonDispatching { [unowned self] actions, environment in
                        publisher(actions, environment).receive(on: DispatchQueue.main)
                            .sink { action in origin.perform { self.dispatch(action: action) } }
                    }
                case .dispatchingMultiple(let publisher):
                    .nonDispatching { [unowned self] actions, environment in
                        publisher(actions, environment).receive(on: DispatchQueue.main)
                            .sink { actions in origin.perform { actions.forEach(self.dispatch) } }
                    }
                case .nonDispatching: effect
                }
            }, id: E.id)
    }
}
// end

private struct SavingEffects: Effects {
    typealias Environment = Void
    let save = Effect<Void>.dispatchingOne { actions, _ in
        actions.compactMap { ($0 as? Add)?.number == 9 ? Add(number: 10) : nil }.eraseToAnyPublisher()
    }
}

@Suite(.ownThreads)
struct FluxorAdoptionTests {
    private let run: RecordedRun

    init() throws { run = try RecordedRun() }

    @Test @MainActor func theRecordingReplaysToTheStateOfTheStoreAndKnowsWhatCameFromEffects() async throws {
        let folder = run.folder
        let store = Store(initialState: Counter())
        let counterReducer = makeReducer()
        // snippet: store
        let recorder = Recorder(program: RecordedCounter(), in: folder, action: { RecordedAction($0) })
        store.register(reducer: Reducer(reduce: recorder.recording(counterReducer.reduce)))
        store.register(effects: CounterEffects(), from: recorder.effectOrigin)
        // end
        store.dispatch(action: Fetch())
        // Waits behind what the effects publish, and is equal.
        DispatchQueue.main.async { store.dispatch(action: Add(number: 2)) }
        await withCheckedContinuation { done in DispatchQueue.main.async { done.resume() } }
        recorder.finish()
        #expect(
            try run.steps() == [
                #"1 user {"fetch":{}}"#, #"2 effect {"add":{"number":1}}"#, #"3 effect {"add":{"number":2}}"#,
                #"4 effect {"add":{"number":3}}"#, #"5 user {"add":{"number":2}}"#,
            ])
        try run.expectReplay(of: RecordedCounter(), steps: 5, to: store.state)
    }

    /// The store knows effects by their type, and takes those of one that it has for new ones.
    @Test @MainActor func effectsOfAnotherTypeLeaveTheFirstOnes() async throws {
        let recorder = Recorder(program: RecordedCounter(), in: .file(run.path), action: { RecordedAction($0) })
        let store = Store(initialState: Counter())
        store.register(reducer: Reducer(reduce: recorder.recording(makeReducer().reduce)))
        store.register(effects: CounterEffects(), from: recorder.effectOrigin)
        store.register(effects: SavingEffects(), from: recorder.effectOrigin)
        store.dispatch(action: Fetch())
        store.dispatch(action: Add(number: 9))
        await withCheckedContinuation { done in DispatchQueue.main.async { done.resume() } }
        store.unregisterEffects(ofType: CounterEffects.self)
        store.dispatch(action: Fetch())
        store.dispatch(action: Add(number: 9))
        await withCheckedContinuation { done in DispatchQueue.main.async { done.resume() } }
        recorder.finish()
        let user = #"user {"fetch":{}}"#
        #expect(
            try run.steps() == [
                "1 \(user)", #"2 user {"add":{"number":9}}"#, #"3 effect {"add":{"number":1}}"#,
                #"4 effect {"add":{"number":2}}"#, #"5 effect {"add":{"number":3}}"#,
                #"6 effect {"add":{"number":10}}"#,
                "7 \(user)", #"8 user {"add":{"number":9}}"#, #"9 effect {"add":{"number":10}}"#,
            ])
    }

    private struct Echo: Interceptor {
        let dispatch: (any Action) -> Void

        func actionDispatched(action: any Action, oldState: Counter, newState: Counter) {
            if let add = action as? Add, [1, 50].contains(add.number) { dispatch(Add(number: 7)) }
        }
    }

    @Test @MainActor func anActionOfAnInterceptorHasTheOriginOfTheOneItRespondsTo() async throws {
        let recorder = Recorder(program: RecordedCounter(), in: .file(run.path), action: { RecordedAction($0) })
        let store = Store(initialState: Counter())
        store.register(reducer: Reducer(reduce: recorder.recording(makeReducer().reduce)))
        store.register(effects: CounterEffects(), from: recorder.effectOrigin)
        store.register(interceptor: Echo { [unowned store] in store.dispatch(action: $0) })
        store.dispatch(action: Add(number: 50))
        store.dispatch(action: Fetch())
        await withCheckedContinuation { done in DispatchQueue.main.async { done.resume() } }
        recorder.finish()
        #expect(
            try run.steps() == [
                #"1 user {"add":{"number":50}}"#, #"2 user {"add":{"number":7}}"#, #"3 user {"fetch":{}}"#,
                #"4 effect {"add":{"number":1}}"#, #"5 effect {"add":{"number":7}}"#, #"6 effect {"add":{"number":2}}"#,
                #"7 effect {"add":{"number":3}}"#,
            ])
    }

    private struct Refresh: Action {}

    @Test func timeTravelAndSetsWorkAndTheInertActionIsNotRecorded() throws {
        let recorder = Recorder(program: RecordedCounter(), in: .file(run.path), action: { RecordedAction($0) })
        let store = Store(initialState: Counter())
        store.register(reducer: Reducer(reduce: recorder.recording(makeReducer().reduce)))
        let attached = recorder.attach(
            store, inert: Refresh(), reading: { RecordedAction<CounterActions>($0) }, writing: { $0.base }
        ) { $0.dispatch(action: $1) }
        for number in 1...5 { store.dispatch(action: Add(number: number)) }
        let refused = Refused()
        let traveler = TimeTraveler(
            attached, program: RecordedCounter(), recorder: recorder, onRefused: { refused.note("\($0.action.base)") })
        try traveler.jump(to: 3)
        store.dispatch(action: Add(number: 1000))
        #expect(store.state.count == 6)
        traveler.resume()
        #expect(store.state.count == 15)
        attached.live.core.set(Counter(count: 9), by: "test")
        #expect(store.state.count == 9)
        #expect(refused.all == ["Add(number: 1000)"])
        recorder.finish()
        #expect(
            try run.steps() == (1...5).map { #"\#($0) user {"add":{"number":\#($0)}}"# } + [#"6 test {"count":9}"#])
    }

    /// The step that started an effect is not known, and the effect may have ended only in the past.
    @Test @MainActor func resultsOfEffectsThatEndInThePastAreHeldAndThenReduced() async throws {
        let recorder = Recorder(program: RecordedCounter(), in: .file(run.path), action: { RecordedAction($0) })
        let store = Store(initialState: Counter())
        store.register(reducer: Reducer(reduce: recorder.recording(makeReducer().reduce)))
        store.register(effects: CounterEffects(), from: recorder.effectOrigin)
        let attached = recorder.attach(
            store, inert: Refresh(), reading: { RecordedAction<CounterActions>($0) }, writing: { $0.base }
        ) { $0.dispatch(action: $1) }
        store.dispatch(action: Add(number: 5))
        store.dispatch(action: Fetch())
        let traveler = TimeTraveler(attached, program: RecordedCounter(), recorder: recorder)
        try traveler.jump(to: 1)
        await withCheckedContinuation { done in DispatchQueue.main.async { done.resume() } }
        #expect(store.state.count == 5)
        #expect(traveler.status?.held == 3)
        traveler.resume()
        #expect(store.state.count == 11)
        recorder.finish()
        #expect(
            try run.steps() == [
                #"1 user {"add":{"number":5}}"#, #"2 user {"fetch":{}}"#, #"3 effect {"add":{"number":1}}"#,
                #"4 effect {"add":{"number":2}}"#, #"5 effect {"add":{"number":3}}"#,
            ])
    }

    /// The store calls it after the recorder's.
    @Test func aReducerOutsideTheRecorderIsReported() throws {
        let problems = Locked<[String]>([])
        let recorder = Recorder(
            program: RecordedCounter(), in: .file(run.path),
            options: RecorderOptions(onProblem: { problem in problems.withLock { $0.append(problem.kind.rawValue) } }),
            action: { RecordedAction($0) })
        let store = Store(initialState: Counter())
        store.register(reducer: Reducer(reduce: recorder.recording(makeReducer().reduce)))
        store.register(reducer: Reducer(reduce: { state, _ in state.count += 100 }))
        let attached = recorder.attach(
            store, inert: Refresh(), reading: { RecordedAction<CounterActions>($0) }, writing: { $0.base }
        ) { $0.dispatch(action: $1) }
        store.dispatch(action: Add(number: 1))
        let traveler = TimeTraveler(attached, program: RecordedCounter(), recorder: recorder)
        try traveler.jump(to: 1)
        store.dispatch(action: Refresh())
        #expect(problems.withLock { $0 } == ["stateNotShown"])
    }
}
