import Testing
import TimelineJournal
import TimelineKit
import TimelineTestSupport

/// A minimal store of an app that uses no store library.
private final class Store {
    private(set) var state = Counter()
    private let reducer: (inout Counter, CounterAction) -> Void

    init(reducer: @escaping (inout Counter, CounterAction) -> Void) { self.reducer = reducer }

    func dispatch(_ action: CounterAction) { reducer(&state, action) }
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
}
