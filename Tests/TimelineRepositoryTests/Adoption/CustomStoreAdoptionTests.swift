import Testing
import TimelineKit
import TimelineLive
import TimelineTestSupport

/// A minimal store of an app that uses no store library.
private final class Store {
    private(set) var state = Counter()
    private let reducer: (inout Counter, CounterAction) -> Void
    /// Runs within `dispatch`, after the reducer.
    var interceptor: (CounterAction) -> Void = { _ in }

    init(reducer: @escaping (inout Counter, CounterAction) -> Void) { self.reducer = reducer }

    func dispatch(_ action: CounterAction) {
        reducer(&state, action)
        interceptor(action)
    }
}

@Suite(.ownThreads)
struct CustomStoreAdoptionTests {
    private let run: RecordedRun

    init() throws { run = try RecordedRun() }

    @Test func replayReachesTheStateOfTheStore() throws {
        let folder = run.folder
        // snippet: store
        let recorder = Recorder(program: CounterProgram(), in: folder)
        let store = Store(reducer: recorder.recording(reduceCounter))
        // end
        store.dispatch(.add(by: 3))
        store.dispatch(.reset)
        store.dispatch(.add(by: 4))
        recorder.finish()
        try run.expectReplay(of: CounterProgram(), steps: 3, to: store.state)
    }

    @Test func beginAndCommitRecordAStepWithoutAWrappedReducer() throws {
        let folder = run.folder
        let recorder = Recorder(program: CounterProgram(), in: folder)
        var state = Counter()
        let action = CounterAction.add(by: 3)
        // snippet: calls
        let seq = recorder.begin(action, in: state, from: .effect)
        reduceCounter(&state, action)
        recorder.commit(seq, state)
        // end
        recorder.finish()
        try run.expectReplay(of: CounterProgram(), steps: 1, to: state)
    }

    @Test func aReducerMayReturnTheNewStateWithTheActionFirst() throws {
        let recorder = Recorder(program: CounterProgram(), in: run.folder)
        let reducer = recorder.recording { (action: CounterAction, state: Counter) -> Counter in
            var state = state
            reduceCounter(&state, action)
            return state
        }
        let state = reducer(.add(by: 4), reducer(.add(by: 3), Counter()))
        recorder.finish()
        #expect(try run.steps() == [#"1 user {"add":{"by":3}}"#, #"2 user {"add":{"by":4}}"#])
        try run.expectReplay(of: CounterProgram(), steps: 2, to: state)
    }

    @Test func anActionOfAnInterceptorHasTheOriginOfTheOneItRespondsTo() throws {
        let recorder = Recorder(program: CounterProgram(), in: run.folder)
        let store = Store(reducer: recorder.recording(reduceCounter))
        store.interceptor = { [unowned store] action in if action == .reset { store.dispatch(.add(by: 7)) } }
        store.dispatch(.reset)
        recorder.effectOrigin.perform { store.dispatch(.reset) }
        // snippet: result
        recorder.effectOrigin.perform { store.dispatch(.add(by: 1)) }
        // end
        recorder.finish()
        #expect(
            try run.steps() == [
                #"1 user {"reset":{}}"#, #"2 user {"add":{"by":7}}"#, #"3 effect {"reset":{}}"#,
                #"4 effect {"add":{"by":7}}"#, #"5 effect {"add":{"by":1}}"#,
            ])
    }
}
