import Testing
import TimelineKit

private typealias Action = ReSwiftShape.Action
private typealias Store = ReSwiftShape.Store

private struct Add: Action, Codable { var number: Int }
private struct Reset: Action, Codable {}

// snippet: actions
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
// end

private func counterReducer(action: any Action, state: Counter?) -> Counter {
    var state = state ?? Counter()
    switch action {
    case let action as Add: state.count += action.number
    case is Reset: state.count = 0
    default: break
    }
    return state
}

private struct RecordedCounter: Program {
    let name = "counter"
    let version = "1.0.0"
    let initialState = Counter()

    // snippet: reduce
    func reduce(_ state: inout Counter, _ action: RecordedAction) {
        state = counterReducer(action: action.action, state: state)
    }
    // end
}

struct ReSwiftAdoptionTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    @Test func theRecordingReplaysToTheStateOfTheStore() throws {
        let path = folder.file()
        // snippet: store
        let recorder = try Recorder(for: RecordedCounter(), to: path, action: RecordedAction.init)
        let store = Store(reducer: recorder.recording(counterReducer), state: Counter())
        // end
        store.dispatch(Add(number: 3))
        store.dispatch(Reset())
        store.dispatch(Add(number: 4))
        recorder.finish()
        try expectReplay(of: RecordedCounter(), at: path, steps: 3, to: store.state)
    }

    @Test func aStoreThatMakesItsFirstStateItselfIsRecordedToo() throws {
        let recorder = try Recorder(for: RecordedCounter(), to: folder.file(), action: RecordedAction.init)
        let store = Store(reducer: recorder.recording(counterReducer), state: nil)
        store.dispatch(Add(number: 3))
        recorder.finish()
        var replayer = try Replayer(RecordedCounter(), opening: folder.file())
        #expect(try replayer.state(at: 2) == store.state)
    }

    /// A recorder that stands among the middleware, as one is tempted to write it.
    @Test func whatMiddlewareSeesAfterNextIsNotWhatTheReducerLeft() throws {
        var middlewareSaw: [String] = []
        let naive: ReSwiftShape.Middleware<Counter> = { _, state in
            { next in
                { action in
                    next(action)
                    if let action = RecordedAction(action), let state = state() {
                        middlewareSaw.append("\(name(of: action)) left \(state.count)")
                    }
                }
            }
        }
        let recorder = try Recorder(for: RecordedCounter(), to: folder.file(), action: RecordedAction.init)
        let store = Store(reducer: recorder.recording(counterReducer), state: Counter(), middleware: [naive])
        // Whoever is over 5 starts again: dispatched by a subscriber, inside the dispatch of `Add`.
        store.subscribe { [unowned store] state in if state.count > 5 { store.dispatch(Reset()) } }
        store.dispatch(Add(number: 4))
        store.dispatch(Add(number: 3))
        store.dispatch(Add(number: 1))
        recorder.finish()

        var wrapperSaw: [String] = []
        var replayer = try Replayer(RecordedCounter(), opening: folder.file())
        while let step = try replayer.next() {
            guard case .reduced(let action) = step.kind else { continue }
            wrapperSaw.append("\(name(of: action)) left \(step.state.count)")
        }
        // The middleware has the wrong order, and gives `Add` the state that `Reset` left.
        #expect(middlewareSaw == ["add left 4", "reset left 0", "add left 0", "add left 1"])
        #expect(wrapperSaw == ["add left 4", "add left 7", "reset left 0", "add left 1"])
        try expectReplay(of: RecordedCounter(), at: folder.file(), steps: 4, to: store.state)
    }

    private func name(of action: RecordedAction) -> String {
        switch action {
        case .add: "add"
        case .reset: "reset"
        }
    }
}
