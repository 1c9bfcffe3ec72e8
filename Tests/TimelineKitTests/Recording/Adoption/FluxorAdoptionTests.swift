import Testing
import TimelineKit

private typealias Action = FluxorShape.Action
private typealias Reducer = FluxorShape.Reducer
private typealias ReduceOn = FluxorShape.ReduceOn
private typealias Store = FluxorShape.Store

private struct Add: Action, Codable { var number: Int }
private struct Reset: Action, Codable {}
private struct Appeared: Action {}

private enum RecordedAction: Codable {
    case add(Add)
    case reset(Reset)

    init?(_ action: any Action) {
        switch action {
        case let action as Add: self = .add(action)
        case let action as Reset: self = .reset(action)
        default: return nil
        }
    }

    var action: any Action {
        switch self {
        case .add(let action): action
        case .reset(let action): action
        }
    }
}

private func makeReducer() -> Reducer<Counter> {
    Reducer(
        ReduceOn(Add.self) { state, action in state.count += action.number },
        ReduceOn(Reset.self) { state, _ in state.count = 0 })
}

private struct RecordedCounter: Program {
    let name = "counter"
    let version = "1.0.0"
    let initialState = Counter()

    // snippet: reduce
    func reduce(_ state: inout Counter, _ action: RecordedAction) {
        makeReducer().reduce(&state, action.action)
    }
    // end
}

struct FluxorAdoptionTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    @Test func theRecordingReplaysToTheStateOfTheStore() throws {
        let path = folder.file()
        let store = Store(initialState: Counter())
        let counterReducer = makeReducer()
        // snippet: store
        let recorder = try Recorder(for: RecordedCounter(), to: path, action: RecordedAction.init)
        store.register(reducer: Reducer(reduce: recorder.recording(counterReducer.reduce)))
        // end
        store.dispatch(action: Add(number: 3))
        store.dispatch(action: Reset())
        store.dispatch(action: Add(number: 4))
        recorder.finish()
        try expectReplay(of: RecordedCounter(), at: path, steps: 3, to: store.state)
    }

    @Test func anActionThatNothingStandsForIsRecordedWithTheStateAfterIt() throws {
        let recorder = try Recorder(for: RecordedCounter(), to: folder.file(), action: RecordedAction.init)
        let store = Store(initialState: Counter())
        store.register(reducer: Reducer(reduce: recorder.recording(makeReducer().reduce)))
        store.dispatch(action: Add(number: 3))
        store.dispatch(action: Appeared())
        store.dispatch(action: Add(number: 4))
        recorder.finish()
        var replayer = try Replayer(RecordedCounter(), opening: folder.file())
        #expect(try replayer.state(at: 3) == store.state)
    }
}
