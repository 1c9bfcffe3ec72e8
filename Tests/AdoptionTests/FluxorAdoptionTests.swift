import Dispatch
import Fluxor
import OpenCombine
import Testing
import class TimelineKit.Recorder
import protocol TimelineKit.ActionTypeList
import protocol TimelineKit.Program
import struct TimelineKit.ActionTypes
import struct TimelineKit.ActionOrigin
import struct TimelineKit.RecordedAction

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
    func register(effects: [Effect<Environment>], from origin: ActionOrigin<any Action>) {
        register(
            effects: effects.map { effect in
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
            })
    }
}
// end

struct FluxorAdoptionTests {
    private let run: RecordedRun

    init() throws { run = try RecordedRun() }

    @Test @MainActor func theRecordingReplaysToTheStateOfTheStoreAndKnowsWhatCameFromEffects() async throws {
        let path = run.path
        let store = Store(initialState: Counter())
        let effects = CounterEffects()
        let counterReducer = makeReducer()
        // snippet: store
        let recorder = try Recorder(for: RecordedCounter(), to: path, action: { RecordedAction($0) })
        store.register(reducer: Reducer(reduce: recorder.recording(counterReducer.reduce)))
        store.register(effects: effects.enabledEffects, from: recorder.effectOrigin)
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
}
