import Cordux
import TestHarness
import Testing
import TimelineKit

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
}
