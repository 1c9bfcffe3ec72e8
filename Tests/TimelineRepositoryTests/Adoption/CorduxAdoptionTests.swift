import Cordux
import Testing
import TimelineKit
import TimelineLive
import TimelineTestSupport

private struct Add: Action, Codable, Sendable { var number: Int }

private enum CounterActions: ActionTypeList {
    static let actionTypes = ActionTypes<any Action> { Add.self }
}

// `Route` is not `Codable`; the state writes what is in it.
private struct AppState: StateType, Codable, Equatable, Sendable {
    var count = 0
    var path: [String] = []
    var route: Route {
        get { Route(path) }
        set { path = newValue.components }
    }
}

private struct AppReducer: Reducer {
    func handleAction(_ action: any Action, state: AppState) -> AppState {
        var state = state
        if let add = action as? Add { state.count += add.number }
        return state
    }
}

private struct RecordedApp: Program {
    let name = "counter"
    let version = "1.0.0"
    let initialState = AppState()

    func reduce(_ state: inout AppState, _ action: RecordedAction<CounterActions>) {
        state = AppReducer().handleAction(action.base, state: state)
    }
}

// snippet: wrapper
private struct RecordedReducer: Reducer {
    let reduce: (any Action, AppState) -> AppState

    func handleAction(_ action: any Action, state: AppState) -> AppState { reduce(action, state) }
}
// end

@Suite(.ownThreads)
struct CorduxAdoptionTests {
    private let run: RecordedRun

    init() throws { run = try RecordedRun() }

    @Test func theRecordingReplaysToTheStateOfTheStore() throws {
        let folder = run.folder
        // snippet: store
        let recorder = Recorder(program: RecordedApp(), in: folder, action: { RecordedAction($0) })
        let reducer = RecordedReducer(reduce: recorder.recording(AppReducer().handleAction))
        let store = Store(initialState: AppState(), reducer: reducer)
        // end
        store.dispatch(Add(number: 3))
        store.dispatch(Add(number: 4))
        recorder.finish()
        #expect(try run.steps() == [#"1 user {"add":{"number":3}}"#, #"2 user {"add":{"number":4}}"#])
        try run.expectReplay(of: RecordedApp(), steps: 2, to: store.state)
    }

    private struct Refresh: Action {}

    /// Nothing tells which actions are results: the app names their origin.
    @Test func whileThePastIsShownActionsOfTheUserAreRefusedAndAllOthersAreHeld() throws {
        let recorder = Recorder(program: RecordedApp(), in: .file(run.path), action: { RecordedAction($0) })
        let store = Store(
            initialState: AppState(), reducer: RecordedReducer(reduce: recorder.recording(AppReducer().handleAction)))
        let attached = recorder.attach(
            store, inert: Refresh(), reading: { RecordedAction<CounterActions>($0) }, writing: { $0.base }
        ) { $0.dispatch($1) }
        store.dispatch(Add(number: 3))
        store.dispatch(Add(number: 4))
        let refused = Refused()
        let traveler = TimeTraveler(
            attached, program: RecordedApp(), recorder: recorder, onRefused: { refused.note("\($0.action.base)") })
        try traveler.jump(to: 1)
        store.dispatch(Add(number: 1000))
        recorder.effectOrigin.perform { store.dispatch(Add(number: 10)) }
        recorder.origin("push").perform { store.dispatch(Add(number: 20)) }
        #expect(store.state.count == 3)
        #expect(traveler.status?.held == 2)
        #expect(refused.all == ["Add(number: 1000)"])
        traveler.resume()
        #expect(store.state.count == 37)
        recorder.finish()
        #expect(
            try run.steps() == [
                #"1 user {"add":{"number":3}}"#, #"2 user {"add":{"number":4}}"#, #"3 effect {"add":{"number":10}}"#,
                #"4 push {"add":{"number":20}}"#,
            ])
    }
}
